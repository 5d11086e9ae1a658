package dev.scalelab.benchmark.bookstore.domain;

import java.util.Optional;

/** All readers. */
public interface Readers {

  /** The reader of this id. */
  Optional<Reader> find(int id);
}
