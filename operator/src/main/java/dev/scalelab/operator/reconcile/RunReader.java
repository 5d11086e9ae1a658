package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.JobOutput;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.SlowReads;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Supplier;

/** Reads the output of a run's Jobs. */
final class RunReader {
  private static final String LOAD = "load";
  private static final String AUDIT = "audit";

  private final LoadRuns loadRuns;
  private final SlowReads slow;

  RunReader(LoadRuns loadRuns, SlowReads slow) {
    this.loadRuns = loadRuns;
    this.slow = slow;
  }

  /** How something is read. */
  enum Mode {
    /** Outside the reconciler's threads: it is used in a later reconciliation. */
    BESIDE,
    /** At once. */
    NOW,
    /** At once, and what is missing then stays missing. */
    LAST
  }

  /** Waits until no output of an experiment's run is being read. */
  void settle(ScalabilityExperiment experiment) {
    slow.settle(experiment, LOAD);
    slow.settle(experiment, AUDIT);
  }

  /**
   * What the load has printed. The totals are its last record. If steps are missing then, the log
   * is read once more from its beginning, for copies of them, and to find out whether they were
   * rotated away.
   *
   * @param pods pods of the load; empty to list them
   */
  JobOutput load(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      List<Pod> pods,
      Mode mode) {
    boolean last = mode == Mode.LAST;
    boolean complete = run.stepsInOrder() == run.plan().steps().size();
    if (run.totals() != null && (complete || !last)) {
      return JobOutput.NONE;
    }
    String namespace = experiment.getMetadata().getNamespace();
    String job = Names.loadJob(configuration.name(), run.number());
    return output(
        experiment,
        LOAD,
        job,
        () ->
            loadRuns.output(
                pods.isEmpty() ? loadRuns.pods(namespace, job) : pods, run.stepsInOrder(), last),
        mode);
  }

  /** What the audit of a run has printed. */
  JobOutput audit(
      ScalabilityExperiment experiment, Configuration configuration, int number, Mode mode) {
    String namespace = experiment.getMetadata().getNamespace();
    String job = Names.auditJob(configuration.name(), number);
    return output(experiment, AUDIT, job, () -> loadRuns.output(namespace, job), mode);
  }

  private JobOutput output(
      ScalabilityExperiment experiment,
      String kind,
      String job,
      Supplier<JobOutput> read,
      Mode mode) {
    return mode == Mode.BESIDE
        ? slow.read(experiment, kind, job, read).orElse(JobOutput.NONE)
        : read.get();
  }
}
