/** The workload cells: beans that do work of a known size, as a table says, and no database. */
package dev.scalelab.benchmark.cells;
