/** The business transactions of ECperf's customer domain, one bean each, and the shopping cart. */
package dev.scalelab.benchmark.ecperf.customer.application;
