package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ClockBounds;
import dev.scalelab.operator.api.StepClocks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares Prometheus' clock with the operator's, and those of a testbed's nodes with Prometheus',
 * by one request: a kubelet's samples have its own time.
 */
final class ComparedClocks {
  /** As for several load generators: the evidence of a window is that of another one otherwise. */
  static final long ALLOWED_MILLIS = 1000;

  /**
   * The age of the newest sample if the clock is right, at most: the kubelet's housekeeping of 10 s
   * with its jitter, a scrape interval of 15 s, and a margin.
   */
  private static final long OLDEST_MILLIS = 45_000;

  private final PrometheusClient prometheus;

  ComparedClocks(PrometheusClient prometheus) {
    this.prometheus = prometheus;
  }

  /**
   * The clocks now.
   *
   * @param complete whether the samples of the window have arrived: otherwise the newest one may be
   *     old because a kubelet does not answer
   * @throws PrometheusException when Prometheus cannot be queried
   */
  StepClocks of(Subject subject, boolean complete, Clock operator) {
    Instant asked = operator.instant();
    List<Series> answer = answer(newestOfNodes(subject));
    Instant answered = operator.instant();
    Instant its = prometheus.time(answer);
    Map<String, ClockBounds> nodes = new TreeMap<>();
    for (Series series : answer) {
      if (!series.label("node").isEmpty()) {
        long ahead = Math.round(series.value() * 1000) - its.toEpochMilli();
        if (ahead > ALLOWED_MILLIS) {
          nodes.put(series.label("node"), new ClockBounds(ahead, null));
        } else if (complete && ahead + OLDEST_MILLIS < -ALLOWED_MILLIS) {
          nodes.put(series.label("node"), new ClockBounds(null, ahead + OLDEST_MILLIS));
        }
      }
    }
    return new StepClocks(
        null,
        new ClockBounds(
            Duration.between(answered, its).toMillis(), Duration.between(asked, its).toMillis()),
        nodes.isEmpty() ? null : nodes);
  }

  /**
   * The time of the newest sample of each node that runs containers of the testbed, in seconds
   * since 1970 by the clock of its kubelet. A sample from the future is found by an offset, and one
   * from the last minutes without it.
   */
  private static String newestOfNodes(Subject subject) {
    String containers = new Queries(subject).containerCpu();
    return newest(containers, " offset -4m") + " or " + newest(containers, "");
  }

  private static String newest(String containers, String offset) {
    return "max by (node) (timestamp(%1$s%3$s) and on (node) %2$s%3$s)"
        .formatted("container_cpu_usage_seconds_total{id=\"/\"}", containers, offset);
  }

  /** Services that know no negative offset have a time at least. */
  private List<Series> answer(String newestOfNodes) {
    String time = "vector(1)";
    try {
      return prometheus.queryNow(time + " or " + newestOfNodes);
    } catch (PrometheusException e) {
      return prometheus.queryNow(time);
    }
  }
}
