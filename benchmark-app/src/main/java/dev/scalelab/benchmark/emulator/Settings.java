package dev.scalelab.benchmark.emulator;

import java.net.URI;
import java.util.Map;

/**
 * The emulator's settings, from environment variables.
 *
 * @param port the port that it listens on
 * @param deliveryUrl the application's purchase orders, where deliveries are sent
 * @param minDelayMillis the minimum time from an answer to the delivery
 * @param maxDelayMillis the maximum
 * @param seed of the delays and refusals: the same seed gives a part the same delay, and an order
 *     with the same number the same answer
 * @param refusedPercent percentage of the orders that are refused
 * @param attempts number of attempts before a delivery stays undelivered
 * @param retryMillis pause between the first attempt and the second; doubled after each further
 *     attempt
 * @param maxRetryMillis maximum of this pause
 */
record Settings(
    int port,
    URI deliveryUrl,
    int minDelayMillis,
    int maxDelayMillis,
    int seed,
    int refusedPercent,
    int attempts,
    int retryMillis,
    int maxRetryMillis) {

  private static final int HOUR_MILLIS = 3_600_000;

  static Settings of(Map<String, String> environment) {
    Settings settings =
        new Settings(
            number(environment, "PORT", 8080, 0, 65_535),
            url(environment, "DELIVERY_URL"),
            number(environment, "DELIVERY_MIN_MILLIS", 1000, 0, HOUR_MILLIS),
            number(environment, "DELIVERY_MAX_MILLIS", 5000, 0, HOUR_MILLIS),
            number(environment, "SEED", 1, 0, Integer.MAX_VALUE),
            number(environment, "REFUSED_PERCENT", 0, 0, 100),
            number(environment, "DELIVERY_ATTEMPTS", 10, 1, 1000),
            number(environment, "DELIVERY_RETRY_MILLIS", 1000, 1, HOUR_MILLIS),
            number(environment, "DELIVERY_RETRY_MAX_MILLIS", 10_000, 1, HOUR_MILLIS));
    requireOrder(
        "DELIVERY_MIN_MILLIS",
        settings.minDelayMillis,
        "DELIVERY_MAX_MILLIS",
        settings.maxDelayMillis);
    requireOrder(
        "DELIVERY_RETRY_MILLIS",
        settings.retryMillis,
        "DELIVERY_RETRY_MAX_MILLIS",
        settings.maxRetryMillis);
    return settings;
  }

  private static void requireOrder(String name, int value, String maxName, int max) {
    if (value > max) {
      throw new IllegalArgumentException(
          "%s must be at most %s, %d, not %d".formatted(name, maxName, max, value));
    }
  }

  private static URI url(Map<String, String> environment, String name) {
    String text = environment.getOrDefault(name, "");
    if (!text.matches("https?://[^\\s/]+(/\\S*)?")) {
      throw new IllegalArgumentException(
          name + " must be an http or https address, not \"" + text + "\"");
    }
    return URI.create(text);
  }

  private static int number(
      Map<String, String> environment, String name, int standard, int min, int max) {
    String text = environment.getOrDefault(name, String.valueOf(standard));
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common message for every invalid value.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from %d to %d, not \"%s\"".formatted(name, min, max, text));
  }
}
