/** ECperf's supplier domain as JSON over HTTP, and the timer that sends its orders. */
package dev.scalelab.benchmark.ecperf.supplier.interfaces;
