package dev.scalelab.operator.platform;

import java.util.Locale;

/** The parts of a testbed. */
public enum Tier {
  APPLICATION("server"),
  BALANCER("haproxy"),
  DATABASE("postgres"),
  LOAD("gatling"),
  DATASET("dataset"),
  SUPPLIER("supplier");

  private final String container;

  Tier(String container) {
    this.container = container;
  }

  /** The tier as in labels and metrics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name of the main container in each of its pods; others may be added to a pod. */
  public String container() {
    return container;
  }
}
