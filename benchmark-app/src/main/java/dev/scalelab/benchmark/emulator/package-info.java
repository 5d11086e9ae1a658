/** ECperf's outside suppliers, as a small separate server: it answers, and delivers later. */
package dev.scalelab.benchmark.emulator;
