package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.EvidenceResult;
import dev.scalelab.operator.measurement.HistogramStore;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.measurement.Steadiness;
import dev.scalelab.operator.measurement.Subject;
import dev.scalelab.operator.measurement.Validity;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.Topology;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Collects the evidence of a run's steps, and judges those of which it is complete. */
final class RunEvidence {
  private static final String EVIDENCE = "evidence";

  private final EvidenceCollector collector;
  private final HistogramMaps maps;
  private final Topology topology;
  private final SlowReads slow;
  private final Clock clock;

  RunEvidence(
      EvidenceCollector collector,
      HistogramMaps maps,
      Topology topology,
      SlowReads slow,
      Clock clock) {
    this.collector = collector;
    this.maps = maps;
    this.topology = topology;
    this.slow = slow;
    this.clock = clock;
  }

  /**
   * The steps that are settled now, by number. While one waits, later ones wait too: Prometheus may
   * be slow even without a result.
   *
   * @param mode how Prometheus is asked
   */
  Map<Integer, StepResult> of(
      ScalabilityExperiment experiment,
      Configuration configuration,
      ScalabilityTrialStatus status,
      RunResult run,
      RunReader.Mode mode) {
    var expected = ColdRuns.expected(configuration, status, run);
    Map<Integer, StepResult> judged = new LinkedHashMap<>();
    String waiting = null;
    for (StepResult step : run.steps()) {
      StepResult queried = step;
      if (!step.hasEvidenceOutcome() && waiting == null) {
        Supplier<Queried> query = () -> query(experiment, configuration, status, run, step);
        Queried answer =
            mode == RunReader.Mode.BESIDE
                ? slow.read(
                        experiment,
                        EVIDENCE,
                        Names.run(configuration.name(), run.number()) + " " + step.step(),
                        query)
                    .orElseGet(() -> new Queried(step, "its evidence is being read"))
                : query.get();
        queried = answer.step();
        waiting = answer.waiting();
      }
      if (mode == RunReader.Mode.LAST && !queried.hasEvidenceOutcome()) {
        queried = queried.withoutEvidence(waiting);
      }
      if (!step.hasEvidenceOutcome() && queried.hasEvidenceOutcome()) {
        judged.put(step.step(), Validity.judged(queried, expected));
      }
    }
    return judged;
  }

  /**
   * Seconds from a disturbance to the moment at which all servers saw each other again; null if
   * they form no cluster, or did not until the run's end.
   */
  Double membersBack(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      DisturbanceResult made) {
    Subject subject = Subject.of(experiment, configuration, topology.podGroups(configuration));
    if (!subject.contract().members() || run.finishedAt() == null) {
      return null;
    }
    OptionalDouble seconds =
        collector.membersBack(
            subject, Instant.parse(made.madeAt()), Instant.parse(run.finishedAt()));
    return Rounding.two(seconds);
  }

  /**
   * Seconds of state transfers from a disturbance to the next one, or to the run's end; null if the
   * servers form no cluster, or do not report them.
   */
  Double stateTransfers(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      DisturbanceResult made) {
    Subject subject = Subject.of(experiment, configuration, topology.podGroups(configuration));
    if (!subject.contract().members() || run.finishedAt() == null) {
      return null;
    }
    Instant from = Instant.parse(made.madeAt());
    Instant until =
        run.disturbances().stream()
            .filter(one -> one.madeAt() != null)
            .map(one -> Instant.parse(one.madeAt()))
            .filter(next -> next.isAfter(from))
            .min(Instant::compareTo)
            .orElse(Instant.parse(run.finishedAt()));
    return Rounding.two(collector.stateTransfers(subject, from, until));
  }

  /** Why it cannot be said that disturbed pods were cut off from the network; null if they were. */
  String notCut(
      ScalabilityExperiment experiment, Configuration configuration, DisturbanceResult made) {
    return collector
        .notCut(Subject.of(experiment, configuration, topology.podGroups(configuration)), made)
        .orElse(null);
  }

  /** The run has ended. */
  void forget(ScalabilityExperiment experiment) {
    slow.settle(experiment, EVIDENCE);
  }

  /** A step with what is known of it, and what it still waits for; null if nothing. */
  private record Queried(StepResult step, String waiting) {}

  /** Containers that started after the testbed was ready and warm are restarts. */
  private Queried query(
      ScalabilityExperiment experiment,
      Configuration configuration,
      ScalabilityTrialStatus status,
      RunResult run,
      StepResult step) {
    Instant from = Instant.parse(step.window().from());
    Instant to = Instant.parse(step.window().to());
    Subject subject =
        Subject.of(experiment, configuration, topology.podGroups(configuration))
            .during(run, step.step());
    Instant warm =
        status.testbedReadyTime() == null ? from : Instant.parse(status.testbedReadyTime());
    EvidenceResult result = collector.collect(subject, warm, from, to, clock.instant());
    if (result instanceof EvidenceResult.NotYet notYet) {
      return new Queried(step, notYet.reason());
    }
    StepResult compared = step.evidenceAt(collector.clocks(subject, result, clock).orElse(null));
    return new Queried(
        result instanceof EvidenceResult.Complete complete
            ? withDemand(
                experiment, subject, run, compared.evidenced(complete.evidence()), from, to)
            : compared.withoutEvidence(((EvidenceResult.Missing) result).reason()),
        null);
  }

  /** Judges a step with a series once more, together with the CPU time of its servers. */
  private StepResult withDemand(
      ScalabilityExperiment experiment,
      Subject subject,
      RunResult run,
      StepResult step,
      Instant from,
      Instant to) {
    if (step.steady() == null || Disturbances.in(run.plan(), step.step())) {
      return step;
    }
    double[] cpuSeconds = collector.cpuSeconds(subject, from, to);
    return cpuSeconds.length == 0
        ? step
        : HistogramStore.series(
                maps.read(experiment.getMetadata().getNamespace(), run.histograms()), step.step())
            .map(
                series ->
                    step.withSteady(
                        Steadiness.of(
                            series,
                            run.plan().settleSeconds(),
                            step.window().seconds(),
                            step.target().perSecond(),
                            cpuSeconds)))
            .orElse(step);
  }
}
