package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One user's visit to the cart: its choices and think times, and the expected number of changes of
 * its cart. Used only by its user's thread.
 */
public final class Visit implements Thoughtful {
  private static final int PRODUCTS = 1000;

  private final SplittableRandom random;
  private final ThinkTime thinkTime;
  private int changes;

  /**
   * @param seed the same seed gives the same choices and pauses
   * @param user number of the user, from 0
   */
  public Visit(ThinkTime thinkTime, long seed, long user) {
    this.random = Seeds.random(seed, Seeds.DATA, user);
    this.thinkTime = thinkTime;
  }

  /** The next product to add to the cart, which counts as a change. */
  public int nextProduct() {
    changes++;
    return 1 + random.nextInt(PRODUCTS);
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(random);
  }

  /** Checks a cart: see {@link SessionState#flaw}. */
  public String flaw(int changesSeen, boolean changed) {
    return SessionState.flaw(changes, changesSeen, changed);
  }
}
