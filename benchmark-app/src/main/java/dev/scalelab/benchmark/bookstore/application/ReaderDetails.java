package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Reader;
import java.io.Serializable;

/** A reader who has logged in. */
public record ReaderDetails(int id, String name) implements Serializable {

  static ReaderDetails of(Reader reader) {
    return new ReaderDetails(reader.getId(), reader.getName());
  }
}
