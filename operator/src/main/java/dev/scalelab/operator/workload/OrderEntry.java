package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Orders, their changes and their status, in ECperf's customer domain. */
class OrderEntry extends Workload {
  /** A customer places an order. */
  public static final String NEW_ORDER = "newOrder";

  /** A customer orders, and cancels that order. */
  public static final String CANCEL_ORDER = "cancelOrder";

  /** Items that a new order adds to its cart, one request each; another request checks it out. */
  private static final int ITEMS_PER_ORDER = 3;

  OrderEntry(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
  }

  @Override
  public String label() {
    return "ecperf";
  }

  @Override
  public boolean usesDatabase() {
    return true;
  }

  @Override
  public boolean hasDomains() {
    return true;
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of(NEW_ORDER, 5, "changeOrder", 2, "orderStatus", 2, "customerStatus", 1);
  }

  @Override
  public int maxRequests() {
    return ITEMS_PER_ORDER + (mix().getOrDefault(CANCEL_ORDER, 0) > 0 ? 2 : 1);
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("SCALE", spec.scale());
    settings.put("ITEMS_PER_ORDER", ITEMS_PER_ORDER);
    return settings;
  }
}
