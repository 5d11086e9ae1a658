/** ECperf's supplier domain kept in a relational database, and the way to suppliers over HTTP. */
package dev.scalelab.benchmark.ecperf.supplier.infrastructure;
