package dev.scalelab.load.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One reader's session in the book store: the reader, its books, its think times, and what it knows
 * of the session's state. Used only by its user's thread.
 */
public final class ReaderVisit implements Thoughtful, Stateful {
  /** Same rule for pins as in the data script of the book store. */
  private static final long PIN_FACTOR = 7919;

  private static final int PINS = 10_000;

  private final SplittableRandom random;
  private final ThinkTime thinkTime;
  private final int books;
  private final int readerId;
  private final List<Integer> basket = new ArrayList<>();
  private int lookedAt;
  private final Acknowledged state = new Acknowledged();

  /**
   * @param dataset the identifiers that exist
   * @param seed the same seed gives the same choices and pauses
   * @param number of the transaction, from 0
   */
  public ReaderVisit(Dataset dataset, ThinkTime thinkTime, long seed, long number) {
    this.random = Seeds.random(seed, Seeds.DATA, number);
    this.thinkTime = thinkTime;
    this.books = dataset.books();
    this.readerId = dataset.reader(seed, number);
  }

  /** The reader who logs in, which is the session's first change. */
  public int logIn() {
    state.change();
    return readerId;
  }

  /** The reader's pin. */
  public int pin() {
    return (int) (readerId * PIN_FACTOR % PINS);
  }

  /** The next book to look at: one that is not in the basket. */
  public int nextBook() {
    do {
      lookedAt = 1 + random.nextInt(books);
    } while (basket.contains(lookedAt));
    state.change();
    return lookedAt;
  }

  /** Adds the last book looked at to the basket. */
  public int putBook() {
    basket.add(lookedAt);
    state.change();
    return lookedAt;
  }

  /** Removes the first book from the basket. */
  public int takeOutBook() {
    state.change();
    return basket.remove(0);
  }

  @Override
  public Acknowledged state() {
    return state;
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(random);
  }
}
