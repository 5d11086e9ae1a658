package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * Identifiers that the database of a workload holds before a run, which follow from the scale
 * factor alone: each kind is numbered from 1 without gaps.
 *
 * <p>Customers, readers and orders are dealt out in rounds: each comes once to as many transactions
 * as there are of them, one after the other. Several generators deal out their own ones. So two
 * transactions have the same only if one is still open after a whole round.
 *
 * @param scale scale factor of the dataset, 1 or more
 * @param share the part of each kind that this generator deals out
 */
public record Dataset(int scale, Share share) {
  /**
   * Primes, and more than there are of anything at the largest scale: steps of such a length over
   * all of a kind come to each of them once before they come back.
   */
  private static final long[] STRIDES = {
    3_437_243, 1_974_493, 1_839_073, 1_520_509,
    1_173_539, 1_913_831, 1_096_493, 1_322_261,
    2_813_341, 919_883, 2_375_179, 1_139_687,
    3_150_421, 1_443_971, 1_992_373, 3_505_277
  };

  /** The dataset of a generator that is alone. */
  public Dataset(int scale) {
    this(scale, Share.WHOLE);
  }

  /** Number of customers: 150 for each unit of scale. */
  public int customers() {
    return 150 * scale;
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

  /**
   * The customer of a transaction.
   *
   * @param seed the same seed deals in the same order
   * @param number of the transaction, from 0, one of this generator's
   */
  public int customer(long seed, long number) {
    return dealt(customers(), seed, Seeds.CUSTOMERS, number);
  }

  /** The order that a transaction looks at or changes: as {@link #customer}. */
  public int order(long seed, long number) {
    return dealt(orders(), seed, Seeds.ORDERS, number);
  }

  /** The reader of a session: as {@link #customer}. */
  public int reader(long seed, long number) {
    return dealt(readers(), seed, Seeds.READERS, number);
  }

  /** Whose the order of that number in a stream is: as {@link #customer}, by rounds of its own. */
  public int customerOfOrder(long seed, long number) {
    return dealt(customers(), seed, Seeds.STREAM, number);
  }

  private int dealt(int highest, long seed, int stream, long number) {
    long own = share.countOf(highest);
    SplittableRandom random = Seeds.random(seed, stream, 0);
    long stride = STRIDES[random.nextInt(STRIDES.length)];
    long place = share.placeOf(number) % own * stride + random.nextLong(own);
    return 1 + (int) share.nth(place % own);
  }
}
