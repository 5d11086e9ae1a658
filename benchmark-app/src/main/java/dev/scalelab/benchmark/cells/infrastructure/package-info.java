/** The table of configurations as a file, and a tool for people. */
package dev.scalelab.benchmark.cells.infrastructure;
