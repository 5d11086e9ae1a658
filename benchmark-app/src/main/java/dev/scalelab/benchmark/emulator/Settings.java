package dev.scalelab.benchmark.emulator;

import java.net.URI;
import java.util.Map;

/**
 * What the emulator is told by environment variables.
 *
 * @param port it listens on
 * @param deliveryUrl the application's purchase orders, where deliveries go
 * @param leastDelayMillis the shortest time from an answer to the delivery
 * @param mostDelayMillis the longest
 * @param seed of the delays and refusals: the same seed gives a part the same delay, and an order
 *     of the same number the same answer
 * @param refusedPercent so many orders in a hundred are refused
 * @param attempts so often a delivery is tried before it stays undelivered
 * @param retryMillis from the first attempt to the second; from then on twice as long each time
 * @param mostRetryMillis at most so long
 */
record Settings(
    int port,
    URI deliveryUrl,
    int leastDelayMillis,
    int mostDelayMillis,
    int seed,
    int refusedPercent,
    int attempts,
    int retryMillis,
    int mostRetryMillis) {

  private static final int HOUR_MILLIS = 3_600_000;

  static Settings of(Map<String, String> environment) {
    Settings settings =
        new Settings(
            number(environment, "PORT", 8080, 0, 65_535),
            url(environment, "DELIVERY_URL"),
            number(environment, "DELIVERY_LEAST_MILLIS", 1000, 0, HOUR_MILLIS),
            number(environment, "DELIVERY_MOST_MILLIS", 5000, 0, HOUR_MILLIS),
            number(environment, "SEED", 1, 0, Integer.MAX_VALUE),
            number(environment, "REFUSED_PERCENT", 0, 0, 100),
            number(environment, "DELIVERY_ATTEMPTS", 10, 1, 1000),
            number(environment, "DELIVERY_RETRY_MILLIS", 1000, 1, HOUR_MILLIS),
            number(environment, "DELIVERY_RETRY_MOST_MILLIS", 10_000, 1, HOUR_MILLIS));
    requireOrder(
        "DELIVERY_LEAST_MILLIS",
        settings.leastDelayMillis,
        "DELIVERY_MOST_MILLIS",
        settings.mostDelayMillis);
    requireOrder(
        "DELIVERY_RETRY_MILLIS",
        settings.retryMillis,
        "DELIVERY_RETRY_MOST_MILLIS",
        settings.mostRetryMillis);
    return settings;
  }

  private static void requireOrder(String name, int value, String most, int mostValue) {
    if (value > mostValue) {
      throw new IllegalArgumentException(
          "%s must be at most %s, %d, not %d".formatted(name, most, mostValue, value));
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
      Map<String, String> environment, String name, int standard, int least, int most) {
    String text = environment.getOrDefault(name, String.valueOf(standard));
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for every bad value.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from %d to %d, not \"%s\"".formatted(name, least, most, text));
  }
}
