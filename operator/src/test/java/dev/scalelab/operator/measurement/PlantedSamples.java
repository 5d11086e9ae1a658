package dev.scalelab.operator.measurement;

import java.time.Instant;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * Samples with known results in the OpenMetrics format, from two minutes before a window until
 * after it.
 */
final class PlantedSamples {
  /** Seconds between two samples of most figures. */
  static final int SCRAPE_SECONDS = 5;

  private static final int BEFORE_SECONDS = 120;
  private static final int AFTER_SECONDS = 60;

  /** Gauges of settings, which have their value without a load too. */
  private static final Pattern OF_SETTINGS =
      Pattern.compile(
          "(container_spec_cpu_(quota|period)|container_start_time_seconds|machine_cpu_cores"
              + "|memory_max_heap_bytes|datasources_pool_available_count|io_max_pool_size"
              + "|scalelab_cluster_members|haproxy_backend_active_servers|haproxy_process_max_connections|cnpg_pg_replication.*)\\{.*");

  private final StringBuilder text = new StringBuilder();
  private final Instant from;
  private final Instant end;
  private boolean still;

  /** Samples around a window. */
  PlantedSamples(Instant from, Instant to) {
    this.from = from;
    this.end = to.plusSeconds(AFTER_SECONDS);
  }

  /** Plants series that do not move: each counter has its first value, each use is 0. */
  void still(Runnable plant) {
    still = true;
    plant.run();
    still = false;
  }

  /** A counter that grows steadily. */
  PlantedSamples counter(String name, String labels, double perSecond, int everySeconds) {
    return samples(series(name, labels), everySeconds, seconds -> 5000 + perSecond * seconds);
  }

  /** A constant gauge. */
  PlantedSamples gauge(String name, String labels, double value) {
    return samples(series(name, labels), SCRAPE_SECONDS, seconds -> value);
  }

  /**
   * A server that lost its database for five minutes until one second before the window's start,
   * which only a sample in the window shows, and for two seconds within it.
   *
   * @param times 0 for a server without an outage
   */
  PlantedSamples lostDatabase(String labels, int everySeconds, int times) {
    samples(
        series("scalelab_database_lost_seconds", labels),
        everySeconds,
        seconds -> times * ((seconds > 0 ? 300 : 0) + (seconds > 9 ? 2 : 0)));
    return samples(
        series("scalelab_database_kept_seconds", labels),
        everySeconds,
        seconds -> seconds > 9 ? seconds - 8 : seconds > 0 ? seconds + 1 : 1000);
  }

  /** A metric's name with labels. */
  static String series(String name, String labels) {
    return name + "{" + labels + "}";
  }

  /**
   * Samples of a function of the seconds since the window's start. Samples with the same labels
   * form one series; NaN is a scrape that failed.
   *
   * @param series the metric's name with its labels
   */
  PlantedSamples samples(String series, int everySeconds, DoubleUnaryOperator value) {
    String labels = series.substring(series.indexOf('{') + 1);
    Instant time =
        from.minusSeconds(BEFORE_SECONDS).plusMillis(Math.floorMod(labels.hashCode(), 1000));
    while (!time.isAfter(end)) {
      double seconds = (time.toEpochMilli() - from.toEpochMilli()) / 1000.0;
      double sample =
          still && !OF_SETTINGS.matcher(series).matches() ? 0 : value.applyAsDouble(seconds);
      if (!Double.isNaN(sample)) {
        text.append(
            String.format(
                Locale.ROOT,
                "%s %f %d.%03d%n",
                series,
                sample,
                time.getEpochSecond(),
                time.getNano() / 1_000_000));
      }
      time = time.plusSeconds(everySeconds);
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
