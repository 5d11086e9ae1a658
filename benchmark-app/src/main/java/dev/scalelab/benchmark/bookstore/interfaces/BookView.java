package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.BookDetails;
import java.math.BigDecimal;
import java.util.List;

/** A book as JSON. */
public record BookView(int bookId, String title, String author, BigDecimal price) {

  /** Books, with those that the session looked at last. */
  public record Shown(List<BookView> books, List<Integer> lookedAt) {}

  static BookView of(BookDetails book) {
    return new BookView(book.id(), book.title(), book.author(), book.price());
  }
}
