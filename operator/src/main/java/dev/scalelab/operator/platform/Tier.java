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

  /** The tier as labels and metrics spell it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name of the container in each of its pods that does the work; others may be added to it. */
  public String container() {
    return container;
  }
}
