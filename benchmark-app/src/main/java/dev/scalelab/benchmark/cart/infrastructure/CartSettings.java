package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.cart.domain.StateSize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Settings of the cart in this server's environment. */
@ApplicationScoped
public class CartSettings {

  // The server's start script sets the default and validates the value; servers of other workloads
  // have none.
  private final StateSize stateSize =
      new StateSize(Integer.parseInt(System.getenv().getOrDefault("CART_STATE_BYTES", "0")));

  /** Size of a cart of ten products, from {@code CART_STATE_BYTES}. */
  @Produces
  StateSize stateSize() {
    return stateSize;
  }
}
