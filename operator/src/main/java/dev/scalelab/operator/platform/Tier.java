package dev.scalelab.operator.platform;

import java.util.Locale;

/** The parts of a testbed. */
public enum Tier {
  APPLICATION,
  BALANCER,
  DATABASE,
  LOAD,
  DATASET,
  SUPPLIER;

  /** The tier as labels and metrics spell it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
