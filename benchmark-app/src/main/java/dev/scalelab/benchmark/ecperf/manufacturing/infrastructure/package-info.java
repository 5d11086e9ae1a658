/** ECperf's manufacturing domain kept in a relational database through Jakarta Persistence. */
package dev.scalelab.benchmark.ecperf.manufacturing.infrastructure;
