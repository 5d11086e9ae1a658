/** Calls of beans by their remote interfaces, in this server or in others. */
package dev.scalelab.benchmark.calls;
