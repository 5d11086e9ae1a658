/** The book store's database, the web session, and what its environment says. */
package dev.scalelab.benchmark.bookstore.infrastructure;
