/** ECperf's manufacturing domain as JSON over HTTP. */
package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;
