package dev.scalelab.load.profile;

/**
 * Identifiers that the database of a workload holds before a run, which follow from the scale
 * factor alone: each kind is numbered from 1 without gaps.
 *
 * <p>Customers, readers and orders are dealt out in rounds, each of them once a round. Several
 * generators deal out their own ones. So no two transactions that are open have the same, while
 * fewer of a generator's are open than it has of them.
 *
 * @param scale scale factor of the dataset, 1 or more
 * @param share the part of each kind that this generator deals out
 */
public record Dataset(int scale, Share share) {
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
    long stride = stride(own, seed, stream);
    // From the place of the stride on, for else every seed would begin with the first one.
    return 1 + (int) share.nth((share.placeOf(number) + 1) % own * stride % own);
  }

  /** Steps of this length over so many come to each of them once before they come back. */
  private static long stride(long own, long seed, int stream) {
    long stride = 1 + Seeds.random(seed, stream, own).nextLong(own);
    while (greatestCommonDivisor(stride, own) != 1) {
      stride = stride % own + 1;
    }
    return stride;
  }

  private static long greatestCommonDivisor(long one, long other) {
    return other == 0 ? one : greatestCommonDivisor(other, one % other);
  }
}
