package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * Identifiers in the database of a workload before a run; they depend only on the scale: each kind
 * is numbered from 1 without gaps.
 *
 * <p>Customers, readers and orders are usually assigned in rounds: each round of N transactions,
 * for N customers, uses each of them once. Several generators use disjoint sets. So two
 * transactions have the same one only if the first is still in flight after a whole round.
 *
 * @param scale scale of the dataset, 1 or more
 * @param share the part of each kind that this generator uses
 * @param keys how transactions choose among them
 */
public record Dataset(int scale, Share share, Keys keys) {
  /**
   * Primes larger than any number of customers, readers or orders at the maximum scale, a million
   * customers of the portal: steps of such a length visit each of them once before one is repeated.
   */
  private static final long[] STRIDES = {
    3_437_243, 1_974_493, 1_839_073, 1_520_509,
    1_173_539, 1_913_831, 1_096_493, 1_322_261,
    2_813_341, 1_678_009, 2_375_179, 1_139_687,
    3_150_421, 1_443_971, 1_992_373, 3_505_277
  };

  /** The dataset of a single generator. */
  public Dataset(int scale) {
    this(scale, Share.WHOLE, Keys.ROUNDS);
  }

  /** Number of customers: 150 per unit of scale. */
  public int customers() {
    return 150 * scale;
  }

  /** Number of items: 100 per unit of scale. */
  public int items() {
    return 100 * scale;
  }

  /** Number of orders before the run: 750 per unit of scale. */
  public int orders() {
    return 750 * scale;
  }

  /** Number of the book store's readers: 150 per unit of scale. */
  public int readers() {
    return 150 * scale;
  }

  /** Number of the book store's books: 100 per unit of scale. */
  public int books() {
    return 100 * scale;
  }

  /**
   * The customer of a transaction.
   *
   * @param seed the same seed gives the same order
   * @param number number of the transaction, from 0, one of this generator
   */
  public int customer(long seed, long number) {
    return assigned(customers(), seed, Seeds.CUSTOMERS, number);
  }

  /** The order that a transaction reads or changes: assigned like {@link #customer}. */
  public int order(long seed, long number) {
    return assigned(orders(), seed, Seeds.ORDERS, number);
  }

  /** The reader of a session: assigned like {@link #customer}. */
  public int reader(long seed, long number) {
    return assigned(readers(), seed, Seeds.READERS, number);
  }

  /**
   * The customer of the order with that number in a stream: assigned like {@link #customer}, with
   * separate rounds.
   */
  public int customerOfOrder(long seed, long number) {
    return assigned(customers(), seed, Seeds.STREAM, number);
  }

  private int assigned(int highest, long seed, int stream, long number) {
    long own = share.countOf(highest);
    if (keys != Keys.ROUNDS) {
      // The same few are hot for all kinds of transactions with the same key.
      return 1 + (int) share.nth(keys.choose(own, Seeds.random(seed, stream, 1 + number)));
    }
    SplittableRandom random = Seeds.random(seed, stream, 0);
    long stride = STRIDES[random.nextInt(STRIDES.length)];
    long place = share.placeOf(number) % own * stride + random.nextLong(own);
    return 1 + (int) share.nth(place % own);
  }
}
