package dev.scalelab.operator.report;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ConfigurationResultBuilder;
import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRowBuilder;
import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.stream.Stream;

/** Experiments and trials with results, as stored in the API server. */
public final class Measured {
  private Measured() {}

  /** The small experiment with these rows as its results. */
  public static ScalabilityExperiment experiment(String namespace, ConfigurationResult... rows) {
    ScalabilityExperiment experiment = Experiments.small(namespace);
    experiment.setStatus(status(rows));
    return experiment;
  }

  /** A status with only these rows. */
  public static ScalabilityExperimentStatus status(ConfigurationResult... rows) {
    return ScalabilityExperimentStatusBuilder.builder().configurations(List.of(rows)).build();
  }

  /** A status with only these recorded images. */
  public static ScalabilityExperimentStatus images(List<TierImage> images) {
    EffectiveSettings settings = new EffectiveSettings(null, null, null, images, null, null, null);
    return ScalabilityExperimentStatusBuilder.builder().effective(settings).build();
  }

  /** A number of servers with their peak; the first row has no previous row, and so no change. */
  public static ConfigurationResult row(int replicas, double peak) {
    return row(replicas, peak, null);
  }

  /** The same with ECperf's own figure. */
  public static ConfigurationResult row(int replicas, double peak, Double bbopsPerMinute) {
    return ConfigurationResultBuilder.builder()
        .name("base-" + replicas)
        .variant("base")
        .replicas(replicas)
        .peakPerSecond(Given.spread(peak))
        .capacityPerSecond(Given.spread(peak - 1))
        .bbopsPerMinute(bbopsPerMinute)
        .changePercent(replicas == 1 ? null : (Double) 80.0)
        .speedup(peak / 50)
        .efficiency(peak / 50 / replicas)
        .saturated(true)
        .step(3)
        .requestsPerSecond(4 * peak)
        .p50Millis(20.0)
        .p90Millis(30.0)
        .p95Millis(41.4)
        .p99Millis(80.0)
        .errorPercent(0.5)
        .runs(1)
        .trial("small-base-" + replicas)
        .build();
  }

  /** The small experiment's trial with this number of servers and these runs. */
  public static ScalabilityTrial trial(String namespace, int replicas, RunResult... runs) {
    ScalabilityTrial trial = new ScalabilityTrial();
    trial.getMetadata().setName("small-base-" + replicas);
    trial.getMetadata().setNamespace(namespace);
    trial.setSpec(
        new ScalabilityTrialSpec("small", "base", null, replicas, replicas, 1, "0123abcd"));
    trial.setStatus(
        ScalabilityTrialStatus.begun(Given.NOW.toString()).withRuns(List.of(runs), null));
    return trial;
  }

  /** A run with these steps, each with ten transactions per second more than the previous one. */
  public static RunResult run(int number, RunPhase phase, Integer... steps) {
    return run(number, phase, Stream.of(steps).map(step -> Given.step(step, null)).toList());
  }

  /** A valid run of one step in a closed model. */
  public static RunResult closedRun() {
    return run(1, RunPhase.VALID, List.of(Given.closedStep(1)));
  }

  private static RunResult run(int number, RunPhase phase, List<StepResult> steps) {
    return new RunResult(
        number, phase, null, null, null, null, steps, null, null, null, null, null);
  }

  /** The row of a configuration of which a server was killed. */
  public static ConfigurationResult disturbed(ConfigurationResult row) {
    return row.withDisturbances(
        List.of(
            DisturbanceRowBuilder.builder()
                .name("kill")
                .action(DisturbanceAction.DELETE_POD)
                .tier("Application")
                .step(2)
                .runs(1)
                .lateMillis(20L)
                .failed(new Spread(3.0, 3.0, 3.0))
                .errorSeconds(new Spread(2.0, 2.0, 2.0))
                .throughputBackSeconds(new Spread(11.0, 11.0, 11.0))
                .responseTimeBackSeconds(new Spread(14.0, 14.0, 14.0))
                .podsBackSeconds(new Spread(25.5, 25.5, 25.5))
                .membersBackSeconds(new Spread(20.0, 20.0, 20.0))
                .stateTransferSeconds(new Spread(1.2, 1.2, 1.2))
                .state(new StateCounts(412L, 412L, 130L, 0L, 0L, 0L, 0L, 0L))
                .acknowledged(
                    List.of(
                        new AcknowledgedResult("changeOrder", 600L, 4L, null),
                        new AcknowledgedResult("newOrder", 812L, 3L, 2L)))
                .text("deleting 1 of 3 servers in step 2")
                .build()));
  }

  /** That row, with a diagnosis. */
  public static ConfigurationResult limited(ConfigurationResult row) {
    return row.withBottleneck(
        BottleneckBuilder.builder()
            .verdict(BottleneckVerdict.LIMITED)
            .resource("Database/Cpu")
            .confidence(Confidence.HIGH)
            .boundPerSecond(61.2)
            .build());
  }

  /** The run in which that happened. */
  public static RunResult disturbed(RunResult run) {
    return run.disturbedBy(
        DisturbanceResult.prepared("kill", List.of(), "2026-01-01T00:00:30Z")
            .withMadeAt("2026-01-01T00:00:30.020Z"));
  }
}
