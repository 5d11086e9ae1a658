package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.api.StateLocation;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sessions of readers who view, choose and buy books. */
final class Bookstore extends Workload {
  Bookstore(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
  }

  @Override
  public String label() {
    return "bookstore";
  }

  @Override
  public boolean usesDatabase() {
    return true;
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of("session", 1);
  }

  /** Home, login, two for each book (view and add), remove one, confirm and buy. */
  @Override
  public int maxRequests() {
    return 2 * spec.bookstore().booksPerSession() + 5;
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("SCALE", spec.scale());
    settings.put("PRODUCTS_PER_VISIT", spec.bookstore().booksPerSession());
    return settings;
  }

  @Override
  public SessionCache webSessions() {
    return state.bean().inCookie() ? SessionCache.LOCAL : super.webSessions();
  }

  @Override
  public boolean keepsBeans() {
    return state.location() != StateLocation.WEB_SESSION;
  }

  @Override
  public Map<String, Object> settingsOfServers() {
    return Map.of("BOOKSTORE_STATE", state.bean().inCookie() ? "cookie" : state.location().label());
  }
}
