/** Books, readers and purchases. */
package dev.scalelab.benchmark.bookstore.domain;
