/** Where ECperf's domains are: in this server, or in those of another partition. */
package dev.scalelab.benchmark.ecperf.infrastructure;
