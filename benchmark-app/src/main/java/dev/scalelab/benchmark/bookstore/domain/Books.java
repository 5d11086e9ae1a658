package dev.scalelab.benchmark.bookstore.domain;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All books. */
public interface Books {

  /** The book of this id. */
  Optional<Book> find(int id);

  /** Those of the books that there are, by ascending id. */
  List<Book> find(Collection<Integer> ids);

  /** The books of the lowest ids, at most so many. */
  List<Book> first(int limit);
}
