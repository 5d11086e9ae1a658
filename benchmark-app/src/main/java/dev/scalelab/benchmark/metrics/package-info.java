/** Metrics that the server does not provide itself. */
package dev.scalelab.benchmark.metrics;
