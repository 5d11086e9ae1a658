/** Orders and tickets of customers, and the accounts returned to customers. */
package dev.scalelab.benchmark.portal.domain;
