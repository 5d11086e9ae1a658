package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.Map;

/** Visits to a shopping cart: all state is in the web session, and there is no database. */
final class Cart extends Workload {
  Cart(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
  }

  @Override
  public String label() {
    return "cart";
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of("visit", 1);
  }

  /** A visit adds products to the cart, views it, and drops it. */
  @Override
  public int maxRequests() {
    return spec.cart().productsPerVisit() + 2;
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    return Map.of("PRODUCTS_PER_VISIT", spec.cart().productsPerVisit());
  }

  @Override
  public Map<String, Object> settingsOfServers() {
    return Map.of("CART_STATE_BYTES", spec.cart().stateBytes());
  }
}
