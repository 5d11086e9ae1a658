package dev.scalelab.load.profile;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The identifiers and quantities that one user works with.
 *
 * @param customerId whose order it is, or whose orders are read
 * @param orderId an order of the initial dataset, to be changed or read
 * @param lines what goes into a cart: no item twice. A change takes the first
 */
public record TransactionData(int customerId, int orderId, List<Line> lines) {
  /** Largest quantity of a line. */
  public static final int MAX_QUANTITY = 10;

  /**
   * One line of a cart or of an order.
   *
   * @param itemId the item
   * @param quantity pieces, 1 to {@link #MAX_QUANTITY}
   */
  public record Line(int itemId, int quantity) {}

  /**
   * The data of one user: uniform over the dataset, and a pure function of seed and user.
   *
   * @param dataset the identifiers that exist
   * @param lines number of lines, at most the number of items
   * @param seed the same seed gives the same data
   * @param user number of the user, from 0
   */
  public static TransactionData of(Dataset dataset, int lines, long seed, long user) {
    SplittableRandom random = Seeds.random(seed, Seeds.DATA, user);
    int customer = dataset.drawOwn(random, dataset.customers());
    int order = dataset.drawOwn(random, dataset.orders());
    int[] items = distinctItems(random, dataset.items(), lines);
    return new TransactionData(
        customer,
        order,
        IntStream.of(items)
            .mapToObj(item -> new Line(item, 1 + random.nextInt(MAX_QUANTITY)))
            .toList());
  }

  private static int[] distinctItems(SplittableRandom random, int items, int count) {
    // Carts are small, so drawing again on a repetition is cheaper than any set.
    int[] chosen = new int[count];
    for (int i = 0; i < count; ) {
      int item = 1 + random.nextInt(items);
      if (IntStream.range(0, i).noneMatch(j -> chosen[j] == item)) {
        chosen[i++] = item;
      }
    }
    return chosen;
  }
}
