package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Book;
import java.io.Serializable;
import java.math.BigDecimal;

/** A book as the store offers it. */
public record BookDetails(int id, String title, String author, BigDecimal price)
    implements Serializable {

  static BookDetails of(Book book) {
    return new BookDetails(book.getId(), book.getTitle(), book.getAuthor(), book.getPrice());
  }
}
