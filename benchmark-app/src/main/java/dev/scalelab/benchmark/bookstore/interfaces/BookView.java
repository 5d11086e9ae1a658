package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.domain.Book;
import java.math.BigDecimal;
import java.util.List;

/** A book as JSON. */
public record BookView(int bookId, String title, String author, BigDecimal price) {

  /** Books, with those that the session looked at last. */
  public record Shown(List<BookView> books, List<Integer> lookedAt) {}

  static BookView of(Book book) {
    return new BookView(book.getId(), book.getTitle(), book.getAuthor(), book.getPrice());
  }
}
