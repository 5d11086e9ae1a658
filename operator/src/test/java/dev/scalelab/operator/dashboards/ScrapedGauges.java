package dev.scalelab.operator.dashboards;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.report.Measured;
import dev.scalelab.operator.report.ResultGauges;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The gauges of an experiment with three rows of results, the last of ecperf, and of a trial in a
 * closed model, as exported by the operator.
 */
final class ScrapedGauges {
  private final String text;

  ScrapedGauges() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ResultGauges gauges = new ResultGauges(registry);
    gauges.show(
        Measured.experiment(
            "default",
            Measured.limited(Measured.row(1, 50)),
            Measured.row(2, 90),
            Measured.row(3, 120, 7140.0)));
    for (int pods = 1; pods <= 3; pods++) {
      gauges.show(Measured.trial("default", pods, Measured.run(1, RunPhase.VALID, 1, 2)));
    }
    gauges.show(Measured.trial("closed-model", 1, Measured.closedRun()));
    gauges.show(Measured.experiment("disturbed", Measured.disturbed(Measured.row(1, 50))));
    gauges.show(Measured.trial("disturbed", 1, Measured.disturbed(Measured.closedRun())));
    text = registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
  }

  /** The name of every gauge. */
  Set<String> names() {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.indexOf('{')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Every gauge as one sample of that time, in the OpenMetrics format. */
  String samples(Instant when) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line + " " + when.getEpochSecond() + "\n")
        .collect(Collectors.joining());
  }
}
