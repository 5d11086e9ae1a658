package dev.scalelab.load.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The purpose of a run. */
public enum Mode {
  /** Each step's measured window is recorded. */
  MEASURE,
  /** The same traffic, to warm servers up: no step is recorded. */
  WARMUP;

  /** The name used in settings and records. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Mode> ofLabel(String label) {
    return Arrays.stream(values()).filter(mode -> mode.label().equals(label)).findFirst();
  }
}
