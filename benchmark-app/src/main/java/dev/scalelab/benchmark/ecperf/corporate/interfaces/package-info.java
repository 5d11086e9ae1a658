/** ECperf's corporate domain as JSON over HTTP. */
package dev.scalelab.benchmark.ecperf.corporate.interfaces;
