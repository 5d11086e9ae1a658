/** Orders and tickets of customers, and what a customer is told of them. */
package dev.scalelab.benchmark.portal.domain;
