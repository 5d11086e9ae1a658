package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Book;
import dev.scalelab.benchmark.bookstore.domain.Books;
import dev.scalelab.benchmark.bookstore.domain.Reader;
import dev.scalelab.benchmark.bookstore.domain.Readers;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import dev.scalelab.benchmark.bookstore.domain.WrongLoginException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;

/** Queries of visitors: books, and the login of a reader. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Shop {

  /** Number of books in the window. */
  static final int IN_THE_WINDOW = 10;

  private Books books;
  private Readers readers;

  /** For the container. */
  public Shop() {}

  @Inject
  Shop(Books books, Readers readers) {
    this.books = books;
    this.readers = readers;
  }

  /** The books in the window, which visitors see first. */
  public List<Book> window() {
    return books.first(IN_THE_WINDOW);
  }

  /**
   * Returns the book with this id.
   *
   * @throws UnknownIdException if no book has this id
   */
  public Book book(int id) {
    return books.find(id).orElseThrow(() -> UnknownIdException.book(id));
  }

  /** Those of the books that exist, by ascending id. */
  public List<Book> books(Collection<Integer> ids) {
    return ids.isEmpty() ? List.of() : books.find(ids);
  }

  /**
   * Returns the reader with this id and pin.
   *
   * @throws WrongLoginException if no reader has this id and pin
   */
  public Reader reader(int id, int pin) {
    return readers.find(id).filter(r -> r.hasPin(pin)).orElseThrow(WrongLoginException::new);
  }
}
