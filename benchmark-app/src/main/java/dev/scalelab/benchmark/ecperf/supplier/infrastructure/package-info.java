/** ECperf's supplier domain stored in a relational database, and HTTP requests to suppliers. */
package dev.scalelab.benchmark.ecperf.supplier.infrastructure;
