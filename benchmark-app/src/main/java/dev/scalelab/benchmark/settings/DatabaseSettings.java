package dev.scalelab.benchmark.settings;

import java.util.Map;

/** Where a database is, and as whom the server is connected to it. */
public record DatabaseSettings(String host, int port, String name, String user, String password) {

  /**
   * Those whose names begin so.
   *
   * @param prefix DB in DB_HOST
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
