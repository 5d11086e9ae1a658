/** ECperf's corporate domain: customers, suppliers and parts, the data that the others refer to. */
package dev.scalelab.benchmark.ecperf.corporate.domain;
