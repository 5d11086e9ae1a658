package dev.scalelab.benchmark.settings;

import java.util.Map;

/** Address of a database, and the user of the server's connections. */
public record DatabaseSettings(String host, int port, String name, String user, String password) {

  /**
   * The settings whose names have this prefix.
   *
   * @param prefix for example DB for DB_HOST
   */
  static DatabaseSettings of(String prefix, Map<String, String> environment) {
    return new DatabaseSettings(
        environment.get(prefix + "_HOST"),
        Integer.parseInt(environment.getOrDefault(prefix + "_PORT", "5432")),
        environment.get(prefix + "_NAME"),
        environment.get(prefix + "_USER"),
        environment.get(prefix + "_PASSWORD"));
  }
}
