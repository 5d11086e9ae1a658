package dev.scalelab.benchmark.bookstore.domain;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The state of a session: who visits the store, what was looked at last, and the basket with so
 * many copies of each book, in the order in which they were put; and the number of changes that it
 * has seen, so that a client that counts its own can tell state that is whole from state that is
 * not.
 *
 * <p>Each basket has a number of its own, which is drawn, so that whoever buys it knows whether it
 * was bought before.
 */
public class Shopper implements Serializable {

  /** Session state has a bound. */
  public static final int MAX_BOOKS = 100;

  /** Books that a session remembers as looked at. */
  public static final int REMEMBERED = 10;

  private static final long serialVersionUID = 1L;

  // ArrayList and LinkedHashMap, not their interfaces: the session is serialized with them.
  private final ArrayList<Integer> lookedAt;
  private final LinkedHashMap<Integer, Integer> basket;
  private UUID basketNumber;
  private Integer readerId;
  private int changes;

  /** Somebody who has just come in. */
  public Shopper() {
    lookedAt = new ArrayList<>();
    basket = new LinkedHashMap<>();
  }

  /** A copy of another shopper. */
  public Shopper(Shopper other) {
    this();
    become(other);
  }

  /** Becomes as another is, unless that has seen fewer changes. */
  public void becomeUnlessOlder(Shopper other) {
    if (other.changes >= changes) {
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
    changes = other.changes;
  }

  /** This is that reader from now on. */
  public void logIn(int reader) {
    readerId = reader;
    changes++;
  }

  /**
   * The reader who is logged in.
   *
   * @throws NotLoggedInException when nobody is
   */
  public int readerId() {
    if (readerId == null) {
      throw new NotLoggedInException();
    }
    return readerId;
  }

  /** Remembers a book as the latest that was looked at, and forgets the oldest of too many. */
  public void lookAt(int bookId) {
    lookedAt.remove((Integer) bookId);
    lookedAt.add(bookId);
    if (lookedAt.size() > REMEMBERED) {
      lookedAt.remove(0);
    }
    changes++;
  }

  /** The books that were looked at last, the latest at the end. */
  public List<Integer> lookedAt() {
    return Collections.unmodifiableList(lookedAt);
  }

  /**
   * Puts a copy of a book into the basket; the first one begins it.
   *
   * @throws BasketFullException when it holds {@value #MAX_BOOKS} copies; it is then unchanged
   */
  public void put(int bookId) {
    if (copies() == MAX_BOOKS) {
      throw new BasketFullException();
    }
    if (basket.isEmpty()) {
      basketNumber = UUID.randomUUID();
    }
    basket.merge(bookId, 1, Integer::sum);
    changes++;
  }

  /**
   * Takes every copy of a book out of the basket.
   *
   * @throws UnknownIdException when there is none in it
   */
  public void takeOut(int bookId) {
    if (basket.remove(bookId) == null) {
      throw UnknownIdException.bookInBasket(bookId);
    }
    changes++;
  }

  /** Number of books in the basket, each copy counted. */
  public int copies() {
    return basket.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many changes it has seen. */
  public int changes() {
    return changes;
  }

  /** The number of the basket; null where none was begun. */
  public UUID basketNumber() {
    return basketNumber;
  }

  /** Copies by book id. */
  public Map<Integer, Integer> basket() {
    return Collections.unmodifiableMap(basket);
  }
}
