package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import dev.scalelab.benchmark.bookstore.domain.WrongLoginException;
import java.util.List;

/** Queries of visitors: books, and the login of a reader. */
public interface Shop {

  /** The books in the window, which visitors see first. */
  List<BookDetails> window();

  /**
   * Returns the book with this id.
   *
   * @throws UnknownIdException if no book has this id
   */
  BookDetails book(int id);

  /** Those of the books that exist, by ascending id. */
  List<BookDetails> books(List<Integer> ids);

  /**
   * Returns the reader with this id and pin.
   *
   * @throws WrongLoginException if no reader has this id and pin
   */
  ReaderDetails reader(int id, int pin);
}
