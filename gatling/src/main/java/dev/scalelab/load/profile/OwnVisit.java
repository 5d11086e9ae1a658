package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One current transaction of the user's own: its number, its random numbers, and its number of
 * responses. Used only by its user's thread.
 */
public final class OwnVisit implements Thoughtful {
  private final long number;
  private final SplittableRandom random;
  private final SplittableRandom pauses;
  private final ThinkTime thinkTime;
  private int answers;

  /**
   * @param seed the same seed gives the same numbers and pauses
   * @param number of the transaction, from 0
   */
  public OwnVisit(ThinkTime thinkTime, long seed, long number) {
    this.number = number;
    this.random = Seeds.random(seed, Seeds.DATA, number);
    this.pauses = random.split();
    this.thinkTime = thinkTime;
  }

  public long number() {
    return number;
  }

  /** Random numbers for the user's choices; pauses use separate ones. */
  public SplittableRandom random() {
    return random;
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(pauses);
  }

  /** Counts a successful request. */
  public void answered() {
    answers++;
  }

  /** Checks the number of requests; returns null if it is the number declared by the kind. */
  public String flaw(OwnKind kind) {
    return answers == kind.requests()
        ? null
        : "it made %d requests instead of %d".formatted(answers, kind.requests());
  }
}
