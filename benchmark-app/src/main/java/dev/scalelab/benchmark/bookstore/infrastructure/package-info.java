/** The book store's database. */
package dev.scalelab.benchmark.bookstore.infrastructure;
