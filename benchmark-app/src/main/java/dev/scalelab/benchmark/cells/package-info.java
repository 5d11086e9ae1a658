/** The workload cells: beans that do a configured amount of work, without a database. */
package dev.scalelab.benchmark.cells;
