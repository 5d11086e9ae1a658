/** The table of configurations as a file, and a command-line tool. */
package dev.scalelab.benchmark.cells.infrastructure;
