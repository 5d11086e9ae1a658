package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import java.io.Serializable;
import java.util.function.Consumer;

/** A change of a shopper, which can be passed to a bean by value. */
public final class Change implements Consumer<Shopper>, Serializable {

  private static final long serialVersionUID = 1L;

  private enum Kind {
    LOG_IN,
    LOOK_AT,
    PUT,
    TAKE_OUT
  }

  private final Kind kind;
  private final int id;

  private Change(Kind kind, int id) {
    this.kind = kind;
    this.id = id;
  }

  /** Logs this reader in. */
  public static Change logIn(int readerId) {
    return new Change(Kind.LOG_IN, readerId);
  }

  /** Remembers a book as the last one looked at. */
  public static Change lookAt(int bookId) {
    return new Change(Kind.LOOK_AT, bookId);
  }

  /** Adds a copy of a book to the basket of the reader, who must be logged in. */
  public static Change put(int bookId) {
    return new Change(Kind.PUT, bookId);
  }

  /** Removes all copies of a book from the basket of the reader, who must be logged in. */
  public static Change takeOut(int bookId) {
    return new Change(Kind.TAKE_OUT, bookId);
  }

  @Override
  public void accept(Shopper shopper) {
    switch (kind) {
      case LOG_IN -> shopper.logIn(id);
      case LOOK_AT -> shopper.lookAt(id);
      case PUT -> {
        shopper.readerId();
        shopper.put(id);
      }
      case TAKE_OUT -> {
        shopper.readerId();
        shopper.takeOut(id);
      }
    }
  }
}
