package dev.scalelab.benchmark.cart.interfaces;

import jakarta.enterprise.context.ApplicationScoped;

/** How large the state of a session is to be. */
@ApplicationScoped
public class StateSize {

  /** As many as a visit of the study puts into its cart. */
  private static final int PRODUCTS = 10;

  // The server's start script has its default and checks it; other workloads start without.
  private final int bytes = Integer.parseInt(System.getenv().getOrDefault("CART_STATE_BYTES", "0"));

  /** What each product adds, in bytes: ten products are as large as the setting says. */
  public int bytesOfAProduct() {
    return bytes / PRODUCTS;
  }
}
