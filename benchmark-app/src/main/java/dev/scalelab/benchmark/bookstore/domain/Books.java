package dev.scalelab.benchmark.bookstore.domain;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All books. */
public interface Books {

  /** The book of this id. */
  Optional<Book> find(int id);

  /** Those of the books that exist, by ascending id. */
  List<Book> find(Collection<Integer> ids);

  /** The books with the lowest ids, up to the limit. */
  List<Book> first(int limit);
}
