/** ECperf's supplier domain as JSON over HTTP, and the clock that its orders are sent by. */
package dev.scalelab.benchmark.ecperf.supplier.interfaces;
