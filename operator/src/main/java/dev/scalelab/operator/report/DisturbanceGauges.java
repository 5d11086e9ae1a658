package dev.scalelab.operator.report;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.Spread;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What disturbances have done, as gauges: their effects, and when they were made. */
final class DisturbanceGauges {
  private static final String PREFIX = "scalelab.disturbance.";

  private DisturbanceGauges() {}

  /** Receives the value of a gauge. */
  interface Sink {
    void put(String metric, Tags tags, double value);
  }

  /** The effects on a configuration, means of its runs. */
  static void effects(ConfigurationResult row, Tags tags, Sink gauges) {
    List<DisturbanceRow> rows = row.disturbances() == null ? List.of() : row.disturbances();
    for (DisturbanceRow one : rows) {
      Map<String, Spread> figures = new LinkedHashMap<>();
      figures.put("failed", one.failed());
      figures.put("error.seconds", one.errorSeconds());
      figures.put("throughput.back.seconds", one.throughputBackSeconds());
      figures.put("response.time.back.seconds", one.responseTimeBackSeconds());
      figures.put("pods.back.seconds", one.podsBackSeconds());
      figures.put("members.back.seconds", one.membersBackSeconds());
      figures.put("state.transfer.seconds", one.stateTransferSeconds());
      figures.forEach(
          (metric, figure) -> {
            if (figure != null) {
              gauges.put(PREFIX + metric, tags.and("disturbance", one.name()), figure.mean());
            }
          });
      if (one.state() != null) {
        Tags ofIt = tags.and("disturbance", one.name());
        gauges.put(PREFIX + "sessions", ofIt, one.state().sessions());
        gauges.put(PREFIX + "sessions.lost", ofIt, one.state().lost());
      }
      if (one.acknowledged() != null) {
        Tags ofIt = tags.and("disturbance", one.name());
        gauges.put(PREFIX + "acknowledged", ofIt, sum(one, AcknowledgedResult::acknowledged));
        gauges.put(PREFIX + "acknowledged.missing", ofIt, sum(one, AcknowledgedResult::missing));
        if (one.acknowledged().stream().anyMatch(kind -> kind.twice() != null)) {
          gauges.put(PREFIX + "acknowledged.twice", ofIt, sum(one, DisturbanceGauges::twice));
        }
      }
    }
  }

  /** Of all kinds of transactions. */
  private static long sum(DisturbanceRow row, ToLongFunction<AcknowledgedResult> figure) {
    return row.acknowledged().stream().mapToLong(figure).sum();
  }

  private static long twice(AcknowledgedResult kind) {
    return kind.twice() == null ? 0 : kind.twice();
  }

  /** When each disturbance of a run was made, in milliseconds since 1970. */
  static void moments(RunResult run, Tags tags, Sink gauges) {
    List<DisturbanceResult> all = run.disturbances() == null ? List.of() : run.disturbances();
    for (DisturbanceResult one : all) {
      if (one.madeAt() != null) {
        gauges.put(
            PREFIX + "made.millis",
            tags.and("disturbance", one.name()),
            Instant.parse(one.madeAt()).toEpochMilli());
      }
    }
  }
}
