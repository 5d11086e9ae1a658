package dev.scalelab.load.profile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * The identifiers and quantities of one transaction.
 *
 * @param customerId the customer who orders, or whose orders are read; 0 for a work order
 * @param orderId an order of the initial dataset, to be changed or read; 0 for a work order
 * @param lines lines of a cart, each with a different item. A change uses the first
 */
public record TransactionData(int customerId, int orderId, List<Line> lines) {
  /** Maximum quantity chosen for a line. */
  public static final int MAX_QUANTITY = 10;

  /**
   * One line of a cart or of an order.
   *
   * @param itemId the item
   * @param quantity pieces, 1 to {@link #MAX_QUANTITY}; in a large order they may be more
   */
  public record Line(int itemId, int quantity) {}

  /**
   * The data of one transaction: evenly distributed over the dataset, and a pure function of seed
   * and number.
   *
   * @param dataset the identifiers that exist
   * @param lines number of lines, at most the number of items
   * @param seed the same seed gives the same data
   * @param user number of the transaction, from 0, one of this generator
   */
  public static TransactionData of(Dataset dataset, int lines, long seed, long user) {
    return new TransactionData(
        dataset.customer(seed, user),
        dataset.order(seed, user),
        lines(dataset, lines, Seeds.random(seed, Seeds.DATA, user)));
  }

  /**
   * The data of a work order, with one line, the items that a production line makes, and without a
   * customer. It uses separate random numbers, because production lines may number their
   * transactions independently.
   */
  public static TransactionData ofWorkOrder(Dataset dataset, long seed, long number) {
    return new TransactionData(
        0, 0, lines(dataset, 1, Seeds.random(seed, Seeds.WORK_ORDERS, number)));
  }

  private static List<Line> lines(Dataset dataset, int lines, SplittableRandom random) {
    int[] items = distinctItems(random, dataset.items(), lines);
    // Loops, here and below: this runs for every transaction, and streams would take several times
    // as long.
    Line[] chosen = new Line[lines];
    for (int i = 0; i < lines; i++) {
      chosen[i] = new Line(items[i], 1 + random.nextInt(MAX_QUANTITY));
    }
    return List.of(chosen);
  }

  /** The same items, with quantities increased to at least this number of pieces in total. */
  TransactionData withMinPieces(int pieces) {
    int ofEach = (pieces + lines.size() - 1) / lines.size();
    return withQuantities(quantity -> Math.max(quantity, ofEach));
  }

  /**
   * The same items, with quantities reduced to fewer than this number of pieces in total.
   *
   * @param pieces more than the number of lines
   */
  TransactionData withFewerThan(int pieces) {
    int ofEach = (pieces - 1) / lines.size();
    return withQuantities(quantity -> Math.min(quantity, ofEach));
  }

  private TransactionData withQuantities(IntUnaryOperator change) {
    return new TransactionData(
        customerId,
        orderId,
        lines.stream()
            .map(line -> new Line(line.itemId(), change.applyAsInt(line.quantity())))
            .toList());
  }

  private static int[] distinctItems(SplittableRandom random, int items, int count) {
    // Carts are small, so choosing again on a repetition is cheaper than any set.
    int[] chosen = new int[count];
    for (int i = 0; i < count; ) {
      int item = 1 + random.nextInt(items);
      if (!holds(chosen, i, item)) {
        chosen[i++] = item;
      }
    }
    return chosen;
  }

  private static boolean holds(int[] chosen, int count, int item) {
    for (int i = 0; i < count; i++) {
      if (chosen[i] == item) {
        return true;
      }
    }
    return false;
  }
}
