package dev.scalelab.operator.report;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConfigurationResult;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;

/** What limits a configuration, as the labels of a gauge that is 1. */
final class DiagnosisGauges {
  private DiagnosisGauges() {}

  /** The gauge of a configuration, if it has a diagnosis. */
  static void verdict(ConfigurationResult row, Tags tags, DisturbanceGauges.Sink gauges) {
    Bottleneck found = row.bottleneck();
    if (found != null) {
      // Each gauge of a name must have the same labels; to Prometheus an empty one is none.
      Tags labels =
          Tags.of("verdict", found.verdict().text(), "confidence", text(found.confidence()))
              .and("resource", Objects.requireNonNullElse(found.resource(), ""))
              .and("database", Objects.requireNonNullElse(found.database(), ""))
              .and("partition", Objects.requireNonNullElse(found.partition(), ""));
      gauges.put("scalelab.configuration.bottleneck", tags.and(labels), 1);
    }
  }

  private static String text(Confidence confidence) {
    return confidence == null ? "" : confidence == Confidence.HIGH ? "High" : "Medium";
  }
}
