package dev.scalelab.benchmark.dataset;

import java.time.Duration;
import java.util.Map;

/**
 * What the tool is told by environment variables.
 *
 * @param host name or address of the database server
 * @param port its port
 * @param user owner of the template, who may create databases
 * @param password of that user
 * @param database the working database, which the application servers use
 * @param template the database that the working database is copied from
 * @param maintenance a database to be connected to while the other two are replaced or copied
 * @param workload whose data they are
 * @param scale the size of the data, which each workload's data.sql explains
 * @param timeout for everything that one call of the tool does
 */
record Settings(
    String host,
    int port,
    String user,
    String password,
    String database,
    String template,
    String maintenance,
    Workload workload,
    int scale,
    Duration timeout) {

  // The largest scale at which every id of a workload is an int with room to spare.
  private static final int MAX_SCALE = 100_000;

  static Settings of(Map<String, String> environment) {
    return new Settings(
        required(environment, "DB_HOST"),
        number(environment, "DB_PORT", 5432, 65_535),
        required(environment, "DB_USER"),
        required(environment, "DB_PASSWORD"),
        required(environment, "DB_NAME"),
        required(environment, "DB_TEMPLATE"),
        environment.getOrDefault("DB_MAINTENANCE", "postgres"),
        Workload.of(environment.getOrDefault("WORKLOAD", "ecperf")),
        number(environment, "SCALE", 10, MAX_SCALE),
        Duration.ofSeconds(number(environment, "DATASET_TIMEOUT_SECONDS", 120, 86_400)));
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new BadSettingException(name + " is not set");
    }
    return value;
  }

  private static int number(Map<String, String> environment, String name, int standard, int max) {
    String text = environment.getOrDefault(name, String.valueOf(standard));
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= 1 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for every bad value.
    }
    throw new BadSettingException(
        name + " must be a whole number from 1 to " + max + ", not \"" + text + "\"");
  }
}
