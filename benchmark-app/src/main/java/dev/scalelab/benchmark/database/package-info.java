/** What workloads that write into a database share: the meaning of what it has against a change. */
package dev.scalelab.benchmark.database;
