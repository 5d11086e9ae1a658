/** The queries of ECperf's corporate domain. */
package dev.scalelab.benchmark.ecperf.corporate.application;
