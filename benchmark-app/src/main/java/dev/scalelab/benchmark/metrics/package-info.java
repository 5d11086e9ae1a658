/** Metrics that the server does not offer by itself. */
package dev.scalelab.benchmark.metrics;
