/** The book store as JSON over HTTP. */
package dev.scalelab.benchmark.bookstore.interfaces;
