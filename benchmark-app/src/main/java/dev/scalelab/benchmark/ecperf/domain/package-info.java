/** What ECperf's domains have in common. */
package dev.scalelab.benchmark.ecperf.domain;
