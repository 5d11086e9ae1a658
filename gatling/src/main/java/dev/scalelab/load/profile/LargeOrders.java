package dev.scalelab.load.profile;

/**
 * The percentage and the size of large orders.
 *
 * @param percent percentage of new orders that are large; 0 leaves all orders unchanged
 * @param pieces minimum number of pieces of a large order; all other orders have fewer
 */
public record LargeOrders(int percent, int pieces) {
  /** The application's maximum quantity of an item in an order. */
  private static final int MAX_OF_AN_ITEM = 10_000;

  /** Whether there are large orders. */
  public boolean wanted() {
    return percent > 0;
  }

  /** The maximum number of pieces of an order with this number of items. */
  public static int maxPieces(int items) {
    return items * MAX_OF_AN_ITEM;
  }
}
