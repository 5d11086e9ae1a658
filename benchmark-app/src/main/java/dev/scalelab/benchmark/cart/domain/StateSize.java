package dev.scalelab.benchmark.cart.domain;

/**
 * How large the state of a session is to be.
 *
 * @param bytes with ten products in its cart
 */
public record StateSize(int bytes) {

  /** As many as a visit of the study puts into its cart. */
  private static final int PRODUCTS = 10;

  /** What each product adds, in bytes. */
  public int bytesOfAProduct() {
    return bytes / PRODUCTS;
  }
}
