package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
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

  /** A visit adds products to the cart, views it, and drops it unless the visitor keeps it. */
  @Override
  public int maxRequests() {
    return spec.cart().productsPerVisit() + (spec.cart().atClient() ? 1 : 2);
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("PRODUCTS_PER_VISIT", spec.cart().productsPerVisit());
    if (spec.cart().atClient()) {
      settings.put("CART_STATE", "client");
    }
    return settings;
  }

  @Override
  public Map<String, Object> settingsOfServers() {
    return Map.of("CART_STATE_BYTES", spec.cart().stateBytes());
  }
}
