/** The workload bookstore: a shop whose sessions are kept where the setting says. */
package dev.scalelab.benchmark.bookstore;
