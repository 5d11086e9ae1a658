/** ECperf's supplier domain: purchase orders to outside suppliers. */
package dev.scalelab.benchmark.ecperf.supplier.domain;
