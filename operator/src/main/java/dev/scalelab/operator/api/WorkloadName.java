package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Set;

/** The workloads that the benchmark application and the load generator know, and the user's own. */
public enum WorkloadName {
  @JsonProperty("ecperf")
  ECPERF("ecperf", true),
  @JsonProperty("bookstore")
  BOOKSTORE("bookstore", true),
  @JsonProperty("cart")
  CART("cart", false),
  @JsonProperty("cells")
  CELLS("cells", false),
  @JsonProperty("portal")
  PORTAL("portal", true),
  @JsonProperty("own")
  OWN("own", false);

  /** Those whose block of settings, of the workload's own name, may be left out. */
  static final Set<String> WITH_DEFAULT_SETTINGS =
      Set.of(BOOKSTORE.label, CART.label, CELLS.label, PORTAL.label);

  private final String label;
  private final boolean database;

  WorkloadName(String label, boolean database) {
    this.label = label;
    this.database = database;
  }

  /** The name that users, servers and load generator use. */
  public String label() {
    return label;
  }

  /** Whether it keeps its data in a database, which is then made, reset and audited. */
  public boolean usesDatabase() {
    return database;
  }
}
