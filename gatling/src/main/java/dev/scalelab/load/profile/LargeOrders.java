package dev.scalelab.load.profile;

/**
 * How many new orders are large, and how large that is.
 *
 * @param percent so many of a hundred new orders are large; 0 leaves all orders as they are drawn
 * @param pieces a large order has so many or more, any other has fewer
 */
public record LargeOrders(int percent, int pieces) {
  /** The most that the application takes of one item into an order. */
  private static final int MAX_OF_AN_ITEM = 10_000;

  /** Whether there are any. */
  public boolean wanted() {
    return percent > 0;
  }

  /** The pieces of the largest order of so many items. */
  public static int maxPieces(int items) {
    return items * MAX_OF_AN_ITEM;
  }
}
