/** The business transactions of ECperf's manufacturing domain. */
package dev.scalelab.benchmark.ecperf.manufacturing.application;
