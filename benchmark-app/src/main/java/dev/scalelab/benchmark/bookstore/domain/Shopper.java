package dev.scalelab.benchmark.bookstore.domain;

import dev.scalelab.benchmark.state.StateVersion;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The state of a session: the reader logged in, the books looked at last, and the basket with the
 * number of copies of each book, in the order in which they were added; and its version.
 *
 * <p>Each basket has a random number, so that buying the same basket again is detected.
 */
public class Shopper implements Serializable {

  /** Maximum number of books: session state must be bounded. */
  public static final int MAX_BOOKS = 100;

  /** Number of books looked at that a session remembers. */
  public static final int REMEMBERED = 10;

  private static final long serialVersionUID = 1L;

  // ArrayList and LinkedHashMap, not their interfaces: the session is serialized with them.
  private final ArrayList<Integer> lookedAt;
  private final LinkedHashMap<Integer, Integer> basket;
  private UUID basketNumber;
  private Integer readerId;
  private StateVersion version;

  /** A new visitor. */
  public Shopper() {
    lookedAt = new ArrayList<>();
    basket = new LinkedHashMap<>();
    version = StateVersion.first();
  }

  /** A copy of another shopper. */
  public Shopper(Shopper other) {
    this();
    become(other);
  }

  /** Copies the state of another, unless that has fewer changes. */
  public void becomeUnlessOlder(Shopper other) {
    if (other.changes() >= changes()) {
      become(other);
    }
  }

  private void become(Shopper other) {
    lookedAt.clear();
    lookedAt.addAll(other.lookedAt);
    basket.clear();
    basket.putAll(other.basket);
    basketNumber = other.basketNumber;
    readerId = other.readerId;
    version = other.version;
  }

  /** Logs this reader in. */
  public void logIn(int reader) {
    readerId = reader;
    version = version.changed();
  }

  /**
   * The id of the reader logged in.
   *
   * @throws NotLoggedInException if no reader is logged in
   */
  public int readerId() {
    if (readerId == null) {
      throw new NotLoggedInException();
    }
    return readerId;
  }

  /** Remembers a book as the last one looked at, and removes the oldest above the maximum. */
  public void lookAt(int bookId) {
    lookedAt.remove((Integer) bookId);
    lookedAt.add(bookId);
    if (lookedAt.size() > REMEMBERED) {
      lookedAt.remove(0);
    }
    version = version.changed();
  }

  /** The books looked at last, the latest at the end. */
  public List<Integer> lookedAt() {
    return Collections.unmodifiableList(lookedAt);
  }

  /**
   * Adds a copy of a book to the basket; the first one creates the basket.
   *
   * @throws BasketFullException if it holds {@value #MAX_BOOKS} copies; it is then unchanged
   */
  public void put(int bookId) {
    if (copies() == MAX_BOOKS) {
      throw new BasketFullException();
    }
    if (basket.isEmpty()) {
      basketNumber = UUID.randomUUID();
    }
    basket.merge(bookId, 1, Integer::sum);
    version = version.changed();
  }

  /**
   * Removes all copies of a book from the basket.
   *
   * @throws UnknownIdException if the basket has no copy of it
   */
  public void takeOut(int bookId) {
    if (basket.remove(bookId) == null) {
      throw UnknownIdException.bookInBasket(bookId);
    }
    version = version.changed();
  }

  /** Number of books in the basket, counting each copy. */
  public int copies() {
    return basket.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Number of changes made. */
  public int changes() {
    return version.changes();
  }

  /** The version of the state. */
  public StateVersion version() {
    return version;
  }

  /** Records the server that made the last change. */
  public void changedBy(String server) {
    version = version.by(server);
  }

  /** The number of the basket; null if there is no basket. */
  public UUID basketNumber() {
    return basketNumber;
  }

  /** Gives the basket a number that its client has chosen. */
  public void number(UUID given) {
    basketNumber = given;
  }

  /** Copies by book id. */
  public Map<Integer, Integer> basket() {
    return Collections.unmodifiableMap(basket);
  }
}
