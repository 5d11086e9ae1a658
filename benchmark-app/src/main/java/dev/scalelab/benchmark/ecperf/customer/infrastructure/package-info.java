/** ECperf's customer domain kept in a relational database through Jakarta Persistence. */
package dev.scalelab.benchmark.ecperf.customer.infrastructure;
