package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * Identifiers that the database of a workload holds before a run, which follow from the scale
 * factor alone: each kind is numbered from 1 without gaps.
 *
 * @param scale scale factor of the dataset, 1 or more
 * @param share the part of each kind that this generator's users are or own
 */
public record Dataset(int scale, Share share) {
  /** The dataset of a generator that is alone. */
  public Dataset(int scale) {
    this(scale, Share.WHOLE);
  }

  /**
   * One of the identifiers from 1 to {@code highest} that are this generator's: no other generator
   * draws it, so that no two of them work with the same one at once.
   */
  int drawOwn(SplittableRandom random, int highest) {
    return share.draw(random, highest);
  }

  /** Number of customers: 150 for each unit of scale. */
  public int customers() {
    return 150 * scale;
  }

  /** Whose the order of that number in a stream is, from 0: drawn evenly. */
  public int customerOfOrder(long seed, long number) {
    return 1 + Seeds.random(seed, Seeds.STREAM, number).nextInt(customers());
  }

  /** Number of items: 100 for each unit of scale. */
  public int items() {
    return 100 * scale;
  }

  /** Number of orders before the run: 750 for each unit of scale. */
  public int orders() {
    return 750 * scale;
  }

  /** Number of the book store's readers: 150 for each unit of scale. */
  public int readers() {
    return 150 * scale;
  }

  /** Number of the book store's books: 100 for each unit of scale. */
  public int books() {
    return 100 * scale;
  }
}
