package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One user's visit to the cart: what it chooses and how long it thinks, and how many changes of its
 * cart the servers should have seen by now. Only the thread of its user touches it.
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

  /** The product that is put into the cart next; the cart has then seen a change more. */
  public int nextProduct() {
    changes++;
    return 1 + random.nextInt(PRODUCTS);
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(random);
  }

  /** What is wrong with a cart: see {@link SessionState#flaw}. */
  public String flaw(int changesSeen, boolean changed) {
    return SessionState.flaw(changes, changesSeen, changed);
  }
}
