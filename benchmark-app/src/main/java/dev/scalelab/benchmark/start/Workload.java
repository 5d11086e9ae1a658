package dev.scalelab.benchmark.start;

import java.util.List;
import java.util.Locale;

/** The workloads, of which a server has one: each is a package of the application. */
enum Workload {
  ECPERF("customer", "corporate", "manufacturing", "supplier", "customer_reads", "corporate_reads"),
  BOOKSTORE("bookstore", "bookstore_reads"),
  CART,
  CELLS,
  PORTAL("portal", "portal_store2", "portal_store3", "portal_store4", "portal_store5");

  private final List<String> units;

  Workload(String... units) {
    this.units = List.of(units);
  }

  /** The value of the setting, and the name of the package. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Workload of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Its persistence units; the portal has one for each database that it may have. */
  List<String> units() {
    return units;
  }

  boolean hasDatabase() {
    return !units.isEmpty();
  }
}
