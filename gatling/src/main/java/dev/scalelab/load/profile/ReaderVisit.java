package dev.scalelab.load.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One reader's session in the book store: who it is, which books, how long it thinks, and how many
 * changes the session should have seen by now. Only the thread of its user touches it.
 */
public final class ReaderVisit implements Thoughtful {
  /** The dataset's own rule for pins: see the data script of the book store. */
  private static final long PIN_FACTOR = 7919;

  private static final int PINS = 10_000;

  private final SplittableRandom random;
  private final ThinkTime thinkTime;
  private final int books;
  private final int readerId;
  private final List<Integer> basket = new ArrayList<>();
  private int lookedAt;
  private int changes;

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

  /** Who logs in; the session has then seen its first change. */
  public int logIn() {
    changes = 1;
    return readerId;
  }

  /** The reader's pin. */
  public int pin() {
    return (int) (readerId * PIN_FACTOR % PINS);
  }

  /** The book that is looked at next: one that is not in the basket. */
  public int nextBook() {
    do {
      lookedAt = 1 + random.nextInt(books);
    } while (basket.contains(lookedAt));
    changes++;
    return lookedAt;
  }

  /** The book that was looked at last is put into the basket. */
  public int putBook() {
    basket.add(lookedAt);
    changes++;
    return lookedAt;
  }

  /** The book that was put first is taken out of the basket. */
  public int takeOutBook() {
    changes++;
    return basket.remove(0);
  }

  /** What is wrong with the session's state: see {@link SessionState#flaw}. */
  public String flaw(int changesSeen, boolean changed) {
    return SessionState.flaw(changes, changesSeen, changed);
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(random);
  }
}
