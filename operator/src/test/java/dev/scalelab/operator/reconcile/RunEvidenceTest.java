package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.BalancerEvidence;
import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.EvidenceResult;
import dev.scalelab.operator.measurement.HistogramStore;
import dev.scalelab.operator.measurement.Histograms;
import dev.scalelab.operator.measurement.StepSeries;
import dev.scalelab.operator.measurement.Subject;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Steps of which response times fall by a third while they are measured. */
class RunEvidenceTest {
  private static final Instant FROM = Instant.parse("2026-11-27T10:00:00Z");
  private static final int SETTLING = 5;
  private static final int MEASURED = 60;
  private static final int RATE = 40;
  private static final String STILL_FASTER = "still became faster";

  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final Configuration configuration =
      Experiments.two(
          Experiments.with(experiment, "load: {step: {seconds: 65, settleSeconds: 5}}"));
  private final RunResult run =
      RunMerge.merge(
          Given.run(1, RunPhase.RUNNING),
          List.of(record()),
          configuration.spec().objectives(),
          step -> step,
          "histograms");

  @Test
  void withoutItsServersOnlyItsTimesAreJudged() {
    StepResult step = run.steps().get(0);

    assertThat(step.steady().verdict()).isEqualTo(SteadyVerdict.NOT_STEADY);
    assertThat(step.steady().series()).containsExactly(SteadySeries.RESPONSE_TIME);
    assertThat(settled(new double[0], 6.0).steady()).isEqualTo(step.steady());
    assertThat(found(settled(new double[0], 6.0))).doesNotContain(STILL_FASTER);
  }

  @Test
  void withTheirCpuTimeItIsNotSteadyInTwoSeriesAndInvalid() {
    StepResult step = settled(cpu(30, -1), 6.0);

    assertThat(step.steady().kind()).isEqualTo(SteadyClass.WARMING_UP);
    assertThat(step.steady().series())
        .containsExactlyInAnyOrder(SteadySeries.RESPONSE_TIME, SteadySeries.DEMAND);
    assertThat(found(step)).contains(STILL_FASTER);
  }

  @Test
  void itStaysValidWhenNoMoreRunsMayBeInvalid() {
    RunResult failed = Given.run(2, RunPhase.INVALID).withReason(Reason.LOAD_FAILED);

    assertThat(found(settled(Given.warm(failed, run), cpu(30, -1), 6.0)))
        .doesNotContain(STILL_FASTER);
  }

  @Test
  void constantCpuTimeIsShownOnly() {
    StepResult step = settled(cpu(30, 0), 6.0);

    assertThat(step.steady().series()).containsExactly(SteadySeries.RESPONSE_TIME);
    assertThat(found(step)).doesNotContain(STILL_FASTER);
  }

  @Test
  void serversWithoutABusyCompilerAreNotWarmingUp() {
    StepResult step = settled(cpu(30, -1), 0.2);

    assertThat(step.steady().series()).hasSize(2);
    assertThat(found(step)).doesNotContain(STILL_FASTER);
  }

  /**
   * CPU seconds of each batch: these milliseconds for each transaction, and a change each batch.
   */
  private static double[] cpu(double millis, double change) {
    return IntStream.range(0, MEASURED / 5)
        .mapToDouble(batch -> 5 * RATE * (millis + change * batch + 0.1 * (batch % 2)) / 1000)
        .toArray();
  }

  private static String found(StepResult step) {
    return step.invalid() == null ? "" : step.invalid().message();
  }

  private StepResult settled(double[] cpuSeconds, double jitPercent) {
    return settled(Given.warm(run), cpuSeconds, jitPercent);
  }

  private StepResult settled(
      ScalabilityTrialStatus status, double[] cpuSeconds, double jitPercent) {
    RunEvidence evidence =
        new RunEvidence(
            new Played(cpuSeconds, jitPercent),
            new HistogramMaps(null) {
              @Override
              Map<String, String> read(String namespace, String name) {
                assertThat(name).isEqualTo("histograms");
                return HistogramStore.with(Map.of(), record());
              }
            },
            Parts.TOPOLOGY,
            new SlowReads(Runnable::run, (namespace, name) -> {}),
            Clock.systemUTC());
    return evidence.of(experiment, configuration, status, run, RunReader.Mode.BESIDE).get(1);
  }

  private static LoadRecord.Step record() {
    long completed = (long) RATE * MEASURED;
    Histogram times = new Histogram(3);
    times.recordValueWithCount(50_000, completed);
    return new LoadRecord.Step(
        "r",
        1,
        (double) RATE,
        null,
        null,
        FROM.minusSeconds(SETTLING),
        FROM,
        FROM.plusSeconds(MEASURED),
        MEASURED,
        completed,
        completed,
        0,
        completed,
        0,
        completed,
        Map.of(
            "newOrder",
            new LoadRecord.Transaction(
                completed, 0, completed, 0, completed, 1, Histograms.encode(times))),
        null,
        List.of(),
        Map.of(),
        new LoadRecord.Lateness(0.4, 2.1, 7.0),
        4.0,
        1.0,
        null,
        null,
        null,
        null,
        new LoadRecord.Series(series().encode(), 5, List.of()),
        null,
        null,
        null);
  }

  private static StepSeries series() {
    return new StepSeries(
        IntStream.range(0, SETTLING + MEASURED)
            .mapToObj(
                second -> {
                  long millis = RATE * (60 - second / 3) + second % 2;
                  return new StepSeries.Second(RATE, 0, 0, millis, millis, 3, 100, 0, 200);
                })
            .toList());
  }

  /** A Prometheus with all figures that a valid step needs. */
  private static final class Played extends EvidenceCollector {
    private final double[] cpuSeconds;
    private final double jitPercent;

    Played(double[] cpuSeconds, double jitPercent) {
      super(null);
      this.cpuSeconds = cpuSeconds;
      this.jitPercent = jitPercent;
    }

    @Override
    public EvidenceResult collect(
        Subject subject, Instant runStart, Instant from, Instant to, Instant now) {
      double cores = 0.3;
      ServersEvidence servers =
          new ServersEvidence(
              new CpuLimits(cores, cores), null, jitPercent, null, null, null, 2, null, null, null);
      return new EvidenceResult.Complete(
          new Evidence(
              List.of(),
              null,
              servers,
              new BalancerEvidence(null, null, null, null, List.of()),
              List.of(),
              0,
              null,
              null,
              null,
              null,
              null));
    }

    @Override
    public Optional<StepClocks> clocks(Subject subject, EvidenceResult result, Clock operator) {
      return Optional.empty();
    }

    @Override
    public double[] cpuSeconds(Subject subject, Instant from, Instant to) {
      assertThat(from).isEqualTo(FROM);
      return cpuSeconds;
    }
  }
}
