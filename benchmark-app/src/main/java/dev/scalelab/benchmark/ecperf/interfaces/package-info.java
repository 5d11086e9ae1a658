/** Shared by ECperf's domains over HTTP. */
package dev.scalelab.benchmark.ecperf.interfaces;
