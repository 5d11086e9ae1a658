package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Visits to a shopping cart: all state is in a stateful bean, and there is no database. */
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
  public SessionCache webSessions() {
    return state.bean().inCookie() ? SessionCache.LOCAL : super.webSessions();
  }

  @Override
  public Map<String, Object> settingsOfServers() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("CART_STATE_BYTES", spec.cart().stateBytes());
    if (state.bean().inCookie()) {
      settings.put("BEAN_HANDLE", "cookie");
    }
    return settings;
  }
}
