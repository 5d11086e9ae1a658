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

/** What visitors look at, and who they are. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Shop {

  /** Books in the window. */
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

  /** The books in the window: what is seen first. */
  public List<Book> window() {
    return books.first(IN_THE_WINDOW);
  }

  /**
   * The book of this id.
   *
   * @throws UnknownIdException when there is none
   */
  public Book book(int id) {
    return books.find(id).orElseThrow(() -> UnknownIdException.book(id));
  }

  /** Those of the books that there are, by ascending id. */
  public List<Book> books(Collection<Integer> ids) {
    return ids.isEmpty() ? List.of() : books.find(ids);
  }

  /**
   * The reader of this id and pin.
   *
   * @throws WrongLoginException when there is none
   */
  public Reader reader(int id, int pin) {
    return readers.find(id).filter(r -> r.hasPin(pin)).orElseThrow(WrongLoginException::new);
  }
}
