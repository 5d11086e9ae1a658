/** What a visitor of the book store does, and where the state of the session is kept. */
package dev.scalelab.benchmark.bookstore.application;
