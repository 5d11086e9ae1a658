/** Shared by the workloads that write into a database: where to read, and the meaning of errors. */
package dev.scalelab.benchmark.database;
