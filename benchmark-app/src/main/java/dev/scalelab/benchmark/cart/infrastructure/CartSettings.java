package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.cart.domain.StateSize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** What this server's environment says of carts. */
@ApplicationScoped
public class CartSettings {

  // The server's start script has its default and checks it; other workloads start without.
  private final StateSize stateSize =
      new StateSize(Integer.parseInt(System.getenv().getOrDefault("CART_STATE_BYTES", "0")));

  /** A cart of ten products has {@code CART_STATE_BYTES}. */
  @Produces
  StateSize stateSize() {
    return stateSize;
  }
}
