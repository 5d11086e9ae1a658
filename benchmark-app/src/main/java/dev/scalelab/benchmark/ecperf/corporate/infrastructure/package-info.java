/** ECperf's corporate domain kept in a relational database through Jakarta Persistence. */
package dev.scalelab.benchmark.ecperf.corporate.infrastructure;
