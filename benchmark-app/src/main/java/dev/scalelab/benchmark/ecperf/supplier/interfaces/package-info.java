/** ECperf's supplier domain as JSON over HTTP. */
package dev.scalelab.benchmark.ecperf.supplier.interfaces;
