/** The workload bookstore: a shop whose sessions are stored as configured. */
package dev.scalelab.benchmark.bookstore;
