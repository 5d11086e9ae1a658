/** Books, who buys them, and what was bought. */
package dev.scalelab.benchmark.bookstore.domain;
