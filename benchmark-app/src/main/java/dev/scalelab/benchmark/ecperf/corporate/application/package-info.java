/** What ECperf's corporate domain is asked. */
package dev.scalelab.benchmark.ecperf.corporate.application;
