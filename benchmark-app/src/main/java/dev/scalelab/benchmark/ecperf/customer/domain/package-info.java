/** ECperf's customer domain: the items that customers order, and their orders. */
package dev.scalelab.benchmark.ecperf.customer.domain;
