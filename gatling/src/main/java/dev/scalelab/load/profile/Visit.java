package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One user's visit to the cart: its choices and think times, and what it knows of its cart. Used
 * only by its user's thread.
 */
public final class Visit implements Thoughtful, Stateful {
  private static final int PRODUCTS = 1000;

  private final SplittableRandom random;
  private final ThinkTime thinkTime;
  private final Acknowledged state = new Acknowledged();
  private String kept;

  /**
   * @param seed the same seed gives the same choices and pauses
   * @param user number of the user, from 0
   */
  public Visit(ThinkTime thinkTime, long seed, long user) {
    this.random = Seeds.random(seed, Seeds.DATA, user);
    this.thinkTime = thinkTime;
  }

  /** Keeps the cart of a response, which the next request sends. */
  public void keep(String text) {
    kept = text;
  }

  /** The cart of the last response; null before the first. */
  public String kept() {
    return kept;
  }

  /** The next product to add to the cart, which counts as a change. */
  public int nextProduct() {
    state.change();
    return 1 + random.nextInt(PRODUCTS);
  }

  @Override
  public int nextPauseMillis() {
    return thinkTime.nextMillis(random);
  }

  @Override
  public Acknowledged state() {
    return state;
  }
}
