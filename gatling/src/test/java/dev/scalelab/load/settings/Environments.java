package dev.scalelab.load.settings;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Environments to read settings from, and their violations. */
final class Environments {
  /** Only the required variables. */
  static final Map<String, String> REQUIRED =
      Map.of("TARGET_URL", "http://small-base-2-lb:8080", "RATES", "20,40.5");

  private Environments() {}

  /** The required variables, and this one. */
  static Map<String, String> with(String variable, String value) {
    Map<String, String> environment = new HashMap<>(REQUIRED);
    environment.put(variable, value);
    return environment;
  }

  /** The violations of an environment. */
  static List<String> violations(Map<String, String> environment) {
    InvalidSettingsException refusal =
        catchThrowableOfType(
            InvalidSettingsException.class, () -> SettingsReader.read(environment));
    return refusal == null ? List.of() : refusal.violations();
  }
}
