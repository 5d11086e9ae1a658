/** ECperf's outside suppliers, as a small server of their own: they answer, and deliver later. */
package dev.scalelab.benchmark.emulator;
