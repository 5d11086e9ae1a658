/** The business transactions of ECperf's supplier domain. */
package dev.scalelab.benchmark.ecperf.supplier.application;
