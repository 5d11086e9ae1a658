/** The functions of the portal: returns statuses, accepts orders, and processes them. */
package dev.scalelab.benchmark.portal.application;
