package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.domain.Reader;

/** A reader as JSON. */
public record ReaderView(int readerId, String name) {

  static ReaderView of(Reader reader) {
    return new ReaderView(reader.getId(), reader.getName());
  }
}
