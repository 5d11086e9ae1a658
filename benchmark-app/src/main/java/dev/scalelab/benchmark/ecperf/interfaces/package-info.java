/** What ECperf's domains have in common over HTTP. */
package dev.scalelab.benchmark.ecperf.interfaces;
