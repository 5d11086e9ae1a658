/** ECperf's customer domain as JSON over HTTP. */
package dev.scalelab.benchmark.ecperf.customer.interfaces;
