package dev.scalelab.benchmark.cart.domain;

/**
 * Size of a session's state.
 *
 * @param bytes size with ten products in its cart
 */
public record StateSize(int bytes) {

  /** Number of products that a visit of the study adds to its cart. */
  private static final int PRODUCTS = 10;

  /** Bytes added by each product. */
  public int bytesOfAProduct() {
    return bytes / PRODUCTS;
  }
}
