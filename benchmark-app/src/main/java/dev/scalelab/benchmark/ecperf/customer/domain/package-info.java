/** ECperf's customer domain: customers, the items they order, and their orders. */
package dev.scalelab.benchmark.ecperf.customer.domain;
