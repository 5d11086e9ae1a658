/** Calls of beans that compute, allocate, leak and throw as configured in a table. */
package dev.scalelab.benchmark.cells.domain;
