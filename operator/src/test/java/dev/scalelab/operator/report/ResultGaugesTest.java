package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.support.Experiments;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Results as gauges in the operator's own metrics. */
class ResultGaugesTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ResultGauges gauges = new ResultGauges(registry);

  @Test
  void everyFigureOfAConfigurationIsAGauge() {
    gauges.show(Measured.experiment("default", Measured.row(2, 90)));

    assertThat(values())
        .isEqualTo(
            Map.ofEntries(
                Map.entry("scalelab.objective.p95.millis default small", 2000.0),
                Map.entry(configuration("peak.per.second", 2), 90.0),
                Map.entry(configuration("peak.min.per.second", 2), 90.0),
                Map.entry(configuration("peak.max.per.second", 2), 90.0),
                Map.entry(configuration("capacity.per.second", 2), 89.0),
                Map.entry(configuration("requests.per.second", 2), 360.0),
                Map.entry(configuration("change.percent", 2), 80.0),
                Map.entry(configuration("speedup", 2), 1.8),
                Map.entry(configuration("efficiency", 2), 0.9),
                Map.entry(configuration("ideal.speedup", 2), 1.0),
                Map.entry(configuration("saturated", 2), 1.0),
                Map.entry(configuration("p50.millis", 2), 20.0),
                Map.entry(configuration("p90.millis", 2), 30.0),
                Map.entry(configuration("p95.millis", 2), 41.4),
                Map.entry(configuration("p99.millis", 2), 80.0),
                Map.entry(configuration("error.percent", 2), 0.5)));
  }

  /** Each of these experiments has 16 gauges. */
  @Test
  void ofManyThatHaveEndedTheNewestAreShownAndAllThatAreMeasured() {
    ResultGauges few = new ResultGauges(registry, 40);

    few.show(experiment("measured", "2026-01-01T00:00:00Z", Phase.RUNNING));
    few.show(experiment("old", "2026-01-02T00:00:00Z", Phase.SUCCEEDED));
    few.show(experiment("new", "2026-01-03T00:00:00Z", Phase.SUCCEEDED));
    few.show(experiment("older", "2026-01-01T00:00:00Z", Phase.SUCCEEDED));

    assertThat(registry.getMeters().stream().map(meter -> meter.getId().getTag("experiment")))
        .containsOnly("measured", "new")
        .hasSize(32);
  }

  private static ScalabilityExperiment experiment(String name, String created, Phase phase) {
    ScalabilityExperiment experiment = Measured.experiment("default", Measured.row(2, 90));
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setCreationTimestamp(created);
    ScalabilityExperimentStatus rows = experiment.getStatus();
    experiment.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .phase(phase)
            .configurations(rows.configurations())
            .build());
    return experiment;
  }

  @Test
  void theObjectiveIsAGaugeBeforeThereIsAnyResult() {
    gauges.show(Experiments.small("default"));

    assertThat(values()).isEqualTo(Map.of("scalelab.objective.p95.millis default small", 2000.0));
  }

  @Test
  void anExperimentThatCannotBeReadKeepsItsResults() {
    ScalabilityExperiment unreadable = Measured.experiment("default", Measured.row(1, 50));
    unreadable.setSpec(null);

    gauges.show(unreadable);

    assertThat(values()).containsEntry(configuration("peak.per.second", 1), 50.0);
  }

  @Test
  void ecperfsOwnFigureIsAGaugeToo() {
    gauges.show(Measured.experiment("default", Measured.row(2, 90, 5400.0)));

    assertThat(values()).containsEntry(configuration("bbops.per.minute", 2), 5400.0);
  }

  @Test
  void whatLimitsAConfigurationIsInTheLabelsOfAGauge() {
    ConfigurationResult open =
        Measured.row(2, 90)
            .withBottleneck(
                BottleneckBuilder.builder().verdict(BottleneckVerdict.NOT_DETERMINED).build());
    ConfigurationResult plant =
        Measured.row(3, 110)
            .withBottleneck(
                BottleneckBuilder.builder()
                    .verdict(BottleneckVerdict.LIMITED)
                    .resource("Application/Cpu")
                    .partition("plant")
                    .confidence(Confidence.MEDIUM)
                    .build());
    gauges.show(
        Measured.experiment(
            "default", Measured.limited(Measured.row(1, 50)), open, plant, Measured.row(4, 120)));

    assertThat(registry.find("scalelab.configuration.bottleneck").gauges())
        .allSatisfy(gauge -> assertThat(gauge.value()).isEqualTo(1))
        .extracting(
            gauge ->
                Stream.of("replicas", "verdict", "resource", "database", "partition", "confidence")
                    .map(gauge.getId()::getTag)
                    .toList())
        .containsExactlyInAnyOrder(
            List.of("1", "Limited", "Database/Cpu", "", "", "High"),
            List.of("2", "NotDetermined", "", "", "", ""),
            List.of("3", "Limited", "Application/Cpu", "", "plant", "Medium"));
  }

  @Test
  void aConfigurationWithoutAFigureHasNoGaugeOfIt() {
    gauges.show(Measured.experiment("default", Measured.row(1, 50)));

    assertThat(values()).containsKey(configuration("peak.per.second", 1));
    assertThat(values()).doesNotContainKey(configuration("change.percent", 1));
  }

  @Test
  void theIdealSpeedUpIsThatOfTheServersAgainstTheSmallestConfiguration() {
    gauges.show(Measured.experiment("default", Measured.row(2, 50), Measured.row(3, 60)));

    assertThat(values()).containsEntry(configuration("ideal.speedup", 3), 1.5);
  }

  @Test
  void theStepsOfTheLatestRunThatIsNotInvalidAreShown() {
    gauges.show(
        Measured.trial(
            "default",
            2,
            Measured.run(1, RunPhase.VALID, 1, 2, 3),
            Measured.run(2, RunPhase.RUNNING, 1, 2),
            Measured.run(3, RunPhase.INVALID, 1)));

    assertThat(values())
        .hasSize(12)
        .containsEntry(step("mix.per.second", 2, 1), 10.0)
        .containsEntry(step("throughput.per.second", 2, 1), 10.0)
        .containsEntry(step("target.per.second", 2, 2), 20.0)
        .containsEntry(step("p95.millis", 2, 2), 41.4)
        .containsEntry(step("error.percent", 2, 2), 0.0);
  }

  @Test
  void theEffectOfADisturbanceAndItsMomentAreGauges() {
    gauges.show(Measured.experiment("default", Measured.disturbed(Measured.row(3, 90))));
    gauges.show(Measured.trial("default", 3, Measured.disturbed(Measured.closedRun())));

    assertThat(values())
        .containsEntry("scalelab.disturbance.failed default small base 3", 3.0)
        .containsEntry("scalelab.disturbance.error.seconds default small base 3", 2.0)
        .containsEntry("scalelab.disturbance.throughput.back.seconds default small base 3", 11.0)
        .containsEntry("scalelab.disturbance.pods.back.seconds default small base 3", 25.5)
        .containsEntry("scalelab.disturbance.sessions default small base 3", 412.0)
        .containsEntry("scalelab.disturbance.sessions.lost default small base 3", 0.0)
        .containsEntry("scalelab.disturbance.acknowledged default small base 3", 1412.0)
        .containsEntry("scalelab.disturbance.acknowledged.missing default small base 3", 7.0)
        .containsEntry("scalelab.disturbance.acknowledged.twice default small base 3", 2.0)
        .containsEntry(
            "scalelab.disturbance.made.millis default small base 3 small-base-3 null",
            1767225630020.0);
  }

  @Test
  void aChangedResultTakesThePlaceOfWhatWasShown() {
    gauges.show(Measured.experiment("default", Measured.row(1, 50), Measured.row(2, 90)));
    Gauge before = registry.get("scalelab.configuration.speedup").tag("replicas", "1").gauge();
    gauges.show(Measured.experiment("default", Measured.row(1, 60)));

    assertThat(values()).containsEntry(configuration("peak.per.second", 1), 60.0);
    assertThat(values()).doesNotContainKey(configuration("peak.per.second", 2));
    assertThat(registry.get("scalelab.configuration.speedup").gauge())
        .as("the same gauge with another value: others are not registered again")
        .isSameAs(before);
  }

  @Test
  void whatWasDeletedIsGoneAndEverythingElseStays() {
    gauges.show(Measured.experiment("default", Measured.row(1, 50)));
    gauges.show(Measured.experiment("elsewhere", Measured.row(1, 70)));
    gauges.show(Measured.trial("default", 1, Measured.run(1, RunPhase.VALID, 1)));

    gauges.forget(Measured.experiment("default"));
    assertThat(registry.find("scalelab.configuration.peak.per.second").gauges())
        .extracting(gauge -> gauge.getId().getTag("namespace"))
        .containsExactly("elsewhere");
    assertThat(values()).containsKey(step("p95.millis", 1, 1));

    gauges.forget(Measured.trial("default", 1));
    gauges.forget(Measured.experiment("elsewhere"));
    assertThat(registry.getMeters()).isEmpty();
  }

  private static String configuration(String name, int replicas) {
    return "scalelab.configuration." + name + " default small base " + replicas;
  }

  private static String step(String name, int replicas, int step) {
    return "scalelab.step.%s default small base %d small-base-%d %02d"
        .formatted(name, replicas, replicas, step);
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      Meter.Id id = meter.getId();
      StringBuilder key = new StringBuilder(id.getName());
      for (String tag : new String[] {"namespace", "experiment", "variant", "replicas"}) {
        if (id.getTag(tag) != null) {
          key.append(' ').append(id.getTag(tag));
        }
      }
      if (id.getTag("trial") != null) {
        key.append(' ').append(id.getTag("trial")).append(' ').append(id.getTag("step"));
      }
      values.put(key.toString(), ((Gauge) meter).value());
    }
    return values;
  }
}
