/** Calls of beans that work, allocate, leak and throw as a table says. */
package dev.scalelab.benchmark.cells.domain;
