/** Shared by ECperf's domains. */
package dev.scalelab.benchmark.ecperf.domain;
