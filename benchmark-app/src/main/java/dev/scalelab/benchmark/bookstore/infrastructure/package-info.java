/** The book store's database, the web session, and its settings. */
package dev.scalelab.benchmark.bookstore.infrastructure;
