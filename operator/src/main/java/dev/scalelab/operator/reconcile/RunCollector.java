package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.JobOutput;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.GeneratorRecords;
import dev.scalelab.operator.measurement.HistogramStore;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.measurement.RunHistograms;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.TrialReport;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Adds the output of a run to its trial's status, and its histograms to their ConfigMap. */
@ApplicationScoped
public class RunCollector {
  private final HistogramMaps maps;
  private final RunReader reader;
  private final RunEvidence evidence;
  private final TrialStore trials;
  private final StepEvents stepEvents;

  public RunCollector(
      HistogramMaps maps,
      LoadRuns loadRuns,
      EvidenceCollector evidence,
      Topology topology,
      TrialStore trials,
      EventRecorder events,
      SlowReads slow,
      Clock clock) {
    this.maps = maps;
    this.reader = new RunReader(loadRuns, slow);
    this.evidence = new RunEvidence(evidence, maps, topology, slow, clock);
    this.trials = trials;
    this.stepEvents = new StepEvents(events);
  }

  /**
   * What was collected of a run.
   *
   * @param changed whether new output or evidence was recorded
   * @param invalid set when the Jobs have exceeded the limit of their output
   * @param rotated which pod's output was partly rotated away, if it was read from its beginning
   * @param unread which pod's output was not read to its end, if it was read for the last time
   */
  public record Collected(
      boolean changed,
      Optional<Invalid> invalid,
      Optional<String> rotated,
      Optional<String> unread) {
    /** A reason with what is known of the output, if steps are missing in it. */
    Invalid explained(Invalid found) {
      if (found.reason() != Reason.STEPS_MISSING) {
        return found;
      }
      return rotated.isPresent()
          ? new Invalid(Reason.LOAD_OUTPUT_ROTATED, found.message() + "; " + rotated.get())
          : unread
              .map(message -> new Invalid(Reason.STEPS_MISSING, found.message() + "; " + message))
              .orElse(found);
    }
  }

  /**
   * Collects output that was read since the last time: of the load until its end, then of the
   * audit; and lets it be read on.
   *
   * @param pods pods of the load; empty to list them
   */
  public Collected collect(
      ScalabilityExperiment experiment, Configuration configuration, int number, List<Pod> pods) {
    return collect(experiment, configuration, number, pods, RunReader.Mode.BESIDE);
  }

  /** Collects all output until now, before a run is aborted. */
  public Collected collectNow(
      ScalabilityExperiment experiment, Configuration configuration, int number) {
    forget(experiment);
    return collect(experiment, configuration, number, List.of(), RunReader.Mode.NOW);
  }

  /** Collects for the last time, and records why evidence of a step is still missing. */
  public Collected collectTheLast(
      ScalabilityExperiment experiment, Configuration configuration, int number) {
    forget(experiment);
    return collect(experiment, configuration, number, List.of(), RunReader.Mode.LAST);
  }

  /**
   * Histograms are stored before the step, so that a recorded step always has its histogram. A step
   * is recorded before Prometheus is queried, which may be slow, and validated once its evidence is
   * complete or given as missing.
   */
  private Collected collect(
      ScalabilityExperiment experiment,
      Configuration configuration,
      int number,
      List<Pod> pods,
      RunReader.Mode mode) {
    boolean last = mode == RunReader.Mode.LAST;
    RunResult before = run(experiment, configuration, number);
    List<LoadRecord> records = new ArrayList<>();
    JobOutput load = reader.load(experiment, configuration, before, pods, mode);
    records.addAll(
        GeneratorRecords.merge(load.records(), configuration.load().generators().count()));
    Optional<String> excess = load.excess();
    if (configuration.workload().usesDatabase()
        && before.audit() == null
        && (last || before.totals() != null)) {
      JobOutput audit = reader.audit(experiment, configuration, number, mode);
      records.addAll(GeneratorRecords.merge(audit.records(), 1));
      excess = excess.or(audit::excess);
    }
    storeHistograms(experiment, configuration, before, records);
    UnaryOperator<StepResult> clocks = step -> step.seenAt(load.clocks().get(step.step()));
    boolean changed = merge(experiment, configuration, before, records, clocks);
    RunResult after = run(experiment, configuration, number);
    if (!after.steps().stream().allMatch(StepResult::hasEvidenceOutcome)) {
      changed |= addEvidence(experiment, configuration, after, mode);
    }
    return new Collected(
        changed,
        excess.map(message -> new Invalid(Reason.LOAD_OUTPUT_TOO_LARGE, message)),
        load.rotated(),
        load.unread());
  }

  /** Prometheus is queried before the status is changed. */
  private boolean addEvidence(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      RunReader.Mode mode) {
    ScalabilityTrialStatus status = trials.status(experiment, configuration);
    Map<Integer, StepResult> judged =
        evidence.of(experiment, configuration, status, find(status, run.number()), mode);
    return merge(
        experiment,
        configuration,
        run,
        List.of(),
        step -> step.hasEvidenceOutcome() ? step : judged.getOrDefault(step.step(), step));
  }

  /**
   * Records what is new, with its events first: an operator that is killed in between sends them
   * again, and they are written once.
   *
   * @return whether anything was new
   */
  private boolean merge(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult before,
      List<LoadRecord> records,
      UnaryOperator<StepResult> evidence) {
    UnaryOperator<RunResult> change = run -> merged(configuration, run, records, evidence);
    RunResult after = change.apply(before);
    if (after.equals(before)) {
      return false;
    }
    stepEvents.record(experiment, configuration, before, after);
    trials.update(
        experiment,
        configuration,
        status -> with(configuration, status, change.apply(find(status, before.number()))));
    return true;
  }

  private static RunResult merged(
      Configuration configuration,
      RunResult run,
      List<LoadRecord> records,
      UnaryOperator<StepResult> evidence) {
    String histograms = Names.histograms(configuration.name(), run.number());
    return RunMerge.merge(run, records, configuration.spec().objectives(), evidence, histograms);
  }

  /** Waits until nothing of a run is being read: it has ended, or is read at once. */
  void forget(ScalabilityExperiment experiment) {
    reader.settle(experiment);
    evidence.forget(experiment);
  }

  /** The recorded run. */
  RunResult run(ScalabilityExperiment experiment, Configuration configuration, int number) {
    return find(trials.status(experiment, configuration), number);
  }

  /**
   * A step whose histograms differ from the recorded step, because they were changed later; empty
   * if all match.
   */
  public Optional<String> lost(ScalabilityExperiment experiment, List<RunResult> runs) {
    for (RunResult run : runs) {
      Map<String, String> data =
          maps.read(experiment.getMetadata().getNamespace(), run.histograms());
      for (StepResult step : run.steps()) {
        if (!HistogramStore.holds(data, step.step(), step.counts().completed())) {
          return Optional.of(
              "the histograms of step %d are missing from ConfigMap %s, or were changed"
                  .formatted(step.step(), run.histograms()));
        }
      }
    }
    return Optional.empty();
  }

  /** The histograms of these runs, as they are stored. */
  RunHistograms histograms(ScalabilityExperiment experiment, List<RunResult> runs) {
    return new RunHistograms(
        runs.stream()
            .map(run -> maps.read(experiment.getMetadata().getNamespace(), run.histograms()))
            .toList());
  }

  /** The effect of a disturbance with what the servers report of their cluster. */
  DisturbanceEffect ofCluster(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      DisturbanceResult made,
      DisturbanceEffect effect) {
    return effect.withCluster(
        evidence.membersBack(experiment, configuration, run, made),
        evidence.stateTransfers(experiment, configuration, run, made));
  }

  /** Why it cannot be said that disturbed pods were cut off from the network; null if they were. */
  String notCut(
      ScalabilityExperiment experiment, Configuration configuration, DisturbanceResult made) {
    return evidence.notCut(experiment, configuration, made);
  }

  /** The trial's status with a run added or replaced, by its number, in whose order they stay. */
  static ScalabilityTrialStatus with(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    List<RunResult> runs = new ArrayList<>(status.runs());
    runs.removeIf(other -> other.number().equals(run.number()));
    runs.add(run);
    runs.sort(Comparator.comparing(RunResult::number));
    return status.withRuns(runs, TrialReport.progress(configuration, status, runs));
  }

  /**
   * The run of that number.
   *
   * @throws IllegalStateException when the status has none
   */
  static RunResult find(ScalabilityTrialStatus status, int number) {
    return status.runs().stream()
        .filter(run -> run.number() == number)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("run " + number + " is not recorded"));
  }

  private void storeHistograms(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      List<LoadRecord> records) {
    Set<Integer> known = run.steps().stream().map(StepResult::step).collect(Collectors.toSet());
    List<LoadRecord.Step> fresh =
        records.stream()
            .filter(LoadRecord.Step.class::isInstance)
            .map(LoadRecord.Step.class::cast)
            .filter(step -> !known.contains(step.step()))
            .toList();
    if (!fresh.isEmpty()) {
      String name = Names.histograms(configuration.name(), run.number());
      maps.add(experiment, trials.owner(experiment, configuration), name, fresh);
    }
  }
}
