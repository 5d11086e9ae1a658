package dev.scalelab.benchmark.start;

import java.util.HashMap;
import java.util.Map;

/**
 * The server's environment: what was given, and what the start adds. Only a shell can hand it to
 * the server: the additions are lines for one.
 */
final class ServerEnvironment {
  private final Map<String, String> values;
  private final StringBuilder lines = new StringBuilder();

  ServerEnvironment(Map<String, String> given) {
    values = new HashMap<>(given);
  }

  /** The value; empty if it is not set, which is the same. */
  String get(String name) {
    return values.getOrDefault(name, "");
  }

  String get(Setting setting) {
    return get(setting.name());
  }

  boolean isTrue(Setting setting) {
    return get(setting).equals("true");
  }

  /** Fails if one of them is not set. */
  void need(String... names) {
    for (String name : names) {
      if (get(name).isEmpty()) {
        throw BadStartException.missing(name);
      }
    }
  }

  void set(String name, String value) {
    values.put(name, value);
    lines.append("export ").append(name).append("='");
    lines.append(value.replace("'", "'\\''")).append("'\n");
  }

  /** Sets it to the value of another, by name: passwords are not written into files. */
  void copy(String name, String from) {
    if (!name.equals(from)) {
      values.put(name, values.get(from));
      lines.append("export ").append(name).append("=\"$").append(from).append("\"\n");
    }
  }

  /** The lines for a shell, which it must run in an environment as it was given. */
  String script() {
    return lines.toString();
  }

  Map<String, String> values() {
    return Map.copyOf(values);
  }
}
