package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.ReaderDetails;

/** A reader as JSON. */
public record ReaderView(int readerId, String name) {

  static ReaderView of(ReaderDetails reader) {
    return new ReaderView(reader.id(), reader.name());
  }
}
