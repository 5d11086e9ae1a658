package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.CacheMode;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.PortalSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Customers who request the status of orders, with a constant stream of new orders. */
final class Portal extends Workload {
  private static final int CUSTOMERS_OF_A_UNIT = 150;

  private final PortalSpec portal;
  private final boolean distributed;

  Portal(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
    this.portal = spec.portal();
    this.distributed = system.databases().size() > 1;
  }

  @Override
  public String label() {
    return "portal";
  }

  @Override
  public boolean usesDatabase() {
    return true;
  }

  @Override
  public OptionalInt distributedCustomers() {
    return OptionalInt.of(CUSTOMERS_OF_A_UNIT * spec.scale());
  }

  @Override
  public boolean keepsBeans() {
    return false;
  }

  /** The servers' caches of accounts are in step, whatever its sessions are. */
  @Override
  public boolean reportsMembers() {
    return true;
  }

  @Override
  public boolean usesQueues() {
    return portal.ordersPerSecond() > 0;
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of("visit", 1);
  }

  @Override
  public int maxRequests() {
    return portal.requestsPerVisit();
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("SCALE", spec.scale());
    settings.put("REQUESTS_PER_VISIT", portal.requestsPerVisit());
    settings.put("STREAM_RATE", portal.ordersPerSecond());
    return settings;
  }

  @Override
  public Map<String, Object> settingsOfServers() {
    Map<String, Object> settings = new LinkedHashMap<>();
    boolean owned = state.portal().cache() == CacheMode.DISTRIBUTED;
    settings.put("PORTAL_CACHE", owned ? "owner" : "replicated");
    settings.put("PORTAL_LISTENERS", listeners);
    settings.put("PORTAL_MAX_AGE_MILLIS", portal.maxAgeMillis());
    if (distributed) {
      // The database of a customer follows from its number among all.
      settings.put("PORTAL_CUSTOMERS", distributedCustomers().getAsInt());
    }
    return settings;
  }

  @Override
  public int minScale(LoadSpec load) {
    return Math.max(super.minScale(load), (portal.ordersPerSecond() + 19) / 20);
  }
}
