package dev.scalelab.load.settings;

import java.util.List;

/** Some settings are missing or invalid; it contains all of them. */
public final class InvalidSettingsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> violations;

  InvalidSettingsException(List<String> violations) {
    super(String.join("\n", violations));
    this.violations = List.copyOf(violations);
  }

  /** One line per violation: the variable, its rule and its value. */
  public List<String> violations() {
    return violations;
  }
}
