package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.WriteCount;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.Acknowledged;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.measurement.StepMeasurement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/** Merges new records into a run. Recorded values are never changed, only added to. */
final class RunMerge {
  private static final Logger LOG = Logger.getLogger(RunMerge.class);

  private RunMerge() {}

  /**
   * The run with every new record in it.
   *
   * @param run the run in the trial's status
   * @param records records of load generator and audit so far, in any order, possibly repeated
   * @param evidence adds the servers' side, and the validation, to a step without it, or returns
   *     the step unchanged
   * @param histograms name of the ConfigMap with the histograms
   */
  static RunResult merge(
      RunResult run,
      Collection<LoadRecord> records,
      ObjectivesSpec objectives,
      UnaryOperator<StepResult> evidence,
      String histograms) {
    Map<Integer, StepResult> steps = new TreeMap<>();
    run.steps().forEach(step -> steps.put(step.step(), step));
    String started = run.startedAt();
    String finished = run.finishedAt();
    RunTotals totals = run.totals();
    AuditResult audit = run.audit();
    Double machineIndex = run.machineIndex();
    for (LoadRecord line : records) {
      if (line instanceof LoadRecord.Start start && started == null) {
        started = start.startedAt().toString();
      } else if (line instanceof LoadRecord.Step step && !steps.containsKey(step.step())) {
        measured(step, objectives).ifPresent(result -> steps.put(result.step(), result));
        // The record of the start may have been rotated away.
        started = started == null ? step.measuredFrom().toString() : started;
      } else if (line instanceof LoadRecord.Run whole && totals == null) {
        finished = whole.finishedAt().toString();
        totals = totals(whole);
        machineIndex = whole.machineIndex() == null ? null : Rounding.two(whole.machineIndex());
      }
    }
    if (audit == null) {
      audit = audit(records, totals);
    }
    steps.replaceAll((number, step) -> step.hasEvidenceOutcome() ? step : evidence.apply(step));
    return run.withMachineIndex(machineIndex)
        .collected(
            started,
            finished,
            List.copyOf(steps.values()),
            totals,
            audit,
            steps.isEmpty() ? null : histograms);
  }

  private static AuditResult audit(Collection<LoadRecord> records, RunTotals totals) {
    return records.stream()
        .filter(LoadRecord.Audit.class::isInstance)
        .map(LoadRecord.Audit.class::cast)
        .findFirst()
        .map(
            counted ->
                new AuditResult(
                    rows(counted.done()),
                    rows(found(counted.faults())),
                    rows(counted.counts()),
                    Acknowledged.compare(totals, counted.numbers())))
        .orElse(null);
  }

  private static Map<String, Long> found(Map<String, Long> faults) {
    Map<String, Long> found = new TreeMap<>(faults);
    found.values().removeIf(rows -> rows == 0);
    return found;
  }

  private static List<AuditResult.RowCount> rows(Map<String, Long> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(count -> new AuditResult.RowCount(count.getKey(), count.getValue()))
            .toList();
  }

  /**
   * A record that contradicts itself is not a measurement: its step stays missing, which makes the
   * run invalid.
   */
  private static Optional<StepResult> measured(LoadRecord.Step step, ObjectivesSpec objectives) {
    try {
      return Optional.of(StepMeasurement.of(step, objectives));
    } catch (IllegalArgumentException e) {
      LOG.warnf("%s: a step's record is ignored: %s", step.run(), e.getMessage());
      return Optional.empty();
    }
  }

  private static RunTotals totals(LoadRecord.Run run) {
    List<TransactionCount> counts = new ArrayList<>();
    new TreeMap<>(run.totals()).forEach((name, outcome) -> counts.add(count(name, outcome)));
    LoadRecord.StreamTotals stream = run.stream();
    if (stream == null) {
      return new RunTotals(counts, run.requests(), run.failedRequests(), writes(run));
    }
    counts.add(
        new TransactionCount(stream.transaction(), stream.ok(), stream.failed(), stream.shed()));
    return new RunTotals(
        counts,
        run.requests() + stream.requests(),
        run.failedRequests() + stream.failedRequests(),
        writes(run));
  }

  private static List<WriteCount> writes(LoadRecord.Run run) {
    if (run.writes() == null) {
      return null;
    }
    List<WriteCount> writes = new ArrayList<>();
    new TreeMap<>(run.writes())
        .forEach(
            (name, generators) ->
                new TreeMap<>(generators)
                    .forEach((generator, own) -> writes.add(write(name, generator, own))));
    return writes;
  }

  private static WriteCount write(String name, int generator, LoadRecord.Writes own) {
    String unacknowledged = own.unacknowledged();
    boolean listed = unacknowledged != null && unacknowledged.length() <= WriteCount.LONGEST;
    return new WriteCount(name, generator, own.numbered(), listed ? unacknowledged : null);
  }

  private static TransactionCount count(String name, LoadRecord.Outcome outcome) {
    return new TransactionCount(name, outcome.ok(), outcome.failed(), outcome.shed());
  }
}
