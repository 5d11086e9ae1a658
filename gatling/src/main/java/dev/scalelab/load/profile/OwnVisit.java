package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One transaction of the user's own under way: its number, its random numbers, and how many answers
 * it has had. Only the thread of its user touches it.
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

  /** Numbers for what the user chooses; pauses take none of them. */
  public SplittableRandom random() {
    return random;
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(pauses);
  }

  /** A request was answered as it should be. */
  public void answered() {
    answers++;
  }

  /** What is wrong with the number of requests; null when it is the one that the kind tells of. */
  public String flaw(OwnKind kind) {
    return answers == kind.requests()
        ? null
        : "it made %d requests instead of %d".formatted(answers, kind.requests());
  }
}
