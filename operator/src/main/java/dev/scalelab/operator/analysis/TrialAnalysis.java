package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.TrialResultBuilder;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.measurement.StepMeasurement;
import dev.scalelab.operator.measurement.UnsteadySteps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Computes the figures of a trial from its valid runs: peak, capacity and their response times. */
public final class TrialAnalysis {
  /**
   * Further users add throughput in proportion while none waits for another; when they add less
   * than this fraction of it, most of them wait.
   */
  private static final double SHARE_ADDED = 0.5;

  private TrialAnalysis() {}

  /**
   * The figures of a trial. Throughput is the mean of the runs (as Zhou takes it for ECperf), the
   * peak is of the target mix and no less than the capacity, errors are pooled, percentiles are
   * those of the merged histograms.
   *
   * @param runs the valid runs, at least one, each with the same steps
   * @param percentiles response times of each step over all of these runs, by step number
   * @param objectives what a step must meet to count as capacity, besides keeping its stream; those
   *     of single kinds of transaction in every run
   */
  public static TrialResult of(
      List<RunResult> runs, Map<Integer, ResponseTimes> percentiles, ObjectivesSpec objectives) {
    List<Level> levels = levels(runs, percentiles, objectives);
    Optional<Level> capacity =
        levels.stream().filter(Level::met).max(Comparator.comparingDouble(Level::perSecond));
    Level peak = levels.stream().max(Comparator.comparingDouble(Level::mixPerSecond)).orElseThrow();
    Level reported = capacity.orElse(peak);
    return TrialResultBuilder.builder()
        .peakPerSecond(OverRuns.spread(ofPeak(peak, capacity.orElse(null))))
        .capacityPerSecond(
            capacity.map(level -> OverRuns.spread(level.perSecondOfRuns())).orElse(null))
        .saturated(saturated(levels))
        .step(reported.step())
        .requestsPerSecond(Rounding.two(reported.requestsPerSecond()))
        .p50Millis(reported.responseTimes().p50Millis())
        .p90Millis(reported.responseTimes().p90Millis())
        .p95Millis(reported.responseTimes().p95Millis())
        .p99Millis(reported.responseTimes().p99Millis())
        .sentP95Millis(reported.responseTimes().sentP95Millis())
        .errorPercent(Rounding.two(reported.errorPercent()))
        .hostCpuPercent(reported.hostCpuPercent())
        .runs(runs.size())
        .meanMillis(reported.responseTimes().meanMillis())
        .capacityResolutionPercent(
            capacity.map(level -> resolutionPercent(level, levels)).orElse(null))
        .peakReached(peakReached(levels))
        .hostFullFromStep(hostFullFromStep(levels))
        .partitions(reported.partitions())
        .rounds(rounds(runs, peak, capacity.orElse(null), reported))
        .build();
  }

  /** How much higher the next load is; null if there is none. */
  private static Double resolutionPercent(Level capacity, List<Level> levels) {
    return Rounding.two(
        levels.stream()
            .mapToDouble(Level::load)
            .filter(load -> load > capacity.load())
            .map(load -> 100 * (load / capacity.load() - 1))
            .min());
  }

  /** The lowest load that filled a host; null if none did. */
  private static Integer hostFullFromStep(List<Level> levels) {
    return levels.stream()
        .filter(Level::hostFull)
        .min(Comparator.comparingDouble(Level::load))
        .map(Level::step)
        .orElse(null);
  }

  /** Users wait for the servers at any load; arrivals do not. */
  private static boolean peakReached(List<Level> levels) {
    return levels.stream()
        .anyMatch(
            level -> level.target().users() != null || level.target().missedBy(level.perSecond()));
  }

  /** Each run is a round of its own: its repetition. */
  private static List<RoundFigures> rounds(
      List<RunResult> runs, Level peak, Level capacity, Level reported) {
    return IntStream.range(0, runs.size())
        .mapToObj(
            i ->
                new RoundFigures(
                    round(runs.get(i), i + 1),
                    Rounding.three(ofPeak(peak, capacity).get(i)),
                    capacity == null ? null : Rounding.three(capacity.perSecondOfRuns().get(i)),
                    reported.responseTimesOfRuns().get(i).meanMillis(),
                    reported.responseTimesOfRuns().get(i).p95Millis(),
                    null,
                    reported.completedOfRuns().get(i),
                    reported.unsteadyOfRuns().get(i).orElse(null)))
        .toList();
  }

  private static int round(RunResult run, int place) {
    return run.plan() == null || run.plan().repetition() == null ? place : run.plan().repetition();
  }

  /** The runs' throughputs at the peak, which is no less than the capacity. */
  private static List<Double> ofPeak(Level peak, Level capacity) {
    return capacity != null && peak.mixPerSecond() < capacity.perSecond()
        ? capacity.perSecondOfRuns()
        : peak.mixPerSecondOfRuns();
  }

  /**
   * Whether the load exceeded what the configuration could do. In an open model a step that fell
   * short of its rate shows it; in a closed model, whose users wait for responses, additional users
   * that did not add throughput in proportion show it. Null with one number of users that met every
   * objective: only another number would show it.
   */
  private static Boolean saturated(List<Level> levels) {
    if (levels.stream().anyMatch(level -> !level.met())) {
      return true;
    }
    if (levels.get(0).target().users() == null) {
      return levels.stream().anyMatch(level -> level.target().missedBy(level.perSecond()));
    }
    int maxUsers = levels.stream().mapToInt(Level::users).max().orElseThrow();
    Comparator<Level> byThroughput = Comparator.comparingDouble(Level::perSecond);
    Level withMaxUsers =
        levels.stream().filter(l -> l.users() == maxUsers).max(byThroughput).orElseThrow();
    return levels.stream()
        .filter(level -> level.users() < maxUsers)
        .max(byThroughput)
        .map(fewer -> !addTheirShare(fewer, withMaxUsers))
        .orElse(null);
  }

  private static boolean addTheirShare(Level fewer, Level more) {
    double usersAdded = (double) more.users() / fewer.users() - 1;
    double throughputAdded = more.perSecond() / fewer.perSecond() - 1;
    return throughputAdded >= SHARE_ADDED * usersAdded;
  }

  private static List<Level> levels(
      List<RunResult> runs, Map<Integer, ResponseTimes> percentiles, ObjectivesSpec objectives) {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < runs.get(0).steps().size(); i++) {
      int index = i;
      List<StepResult> same = runs.stream().map(run -> run.steps().get(index)).toList();
      List<Optional<SteadyClass>> unsteady =
          runs.stream().map(run -> UnsteadySteps.of(run, run.steps().get(index))).toList();
      levels.add(Level.of(same, unsteady, percentiles.get(same.get(0).step()), objectives));
    }
    return levels;
  }

  private static double mean(List<Double> runs) {
    return runs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** One step over all runs. */
  private record Level(
      int step,
      List<Long> completedOfRuns,
      List<Double> perSecondOfRuns,
      List<Double> mixPerSecondOfRuns,
      double requestsPerSecond,
      double errorPercent,
      Double hostCpuPercent,
      boolean hostFull,
      ResponseTimes responseTimes,
      List<ResponseTimes> responseTimesOfRuns,
      boolean met,
      StepTarget target,
      List<PartitionUse> partitions,
      List<Optional<SteadyClass>> unsteadyOfRuns) {

    int users() {
      return target.users();
    }

    double load() {
      return target.load();
    }

    double perSecond() {
      return mean(perSecondOfRuns);
    }

    double mixPerSecond() {
      return mean(mixPerSecondOfRuns);
    }

    static Level of(
        List<StepResult> same,
        List<Optional<SteadyClass>> unsteady,
        ResponseTimes responseTimes,
        ObjectivesSpec objectives) {
      long completed = same.stream().mapToLong(step -> step.counts().completed()).sum();
      long failed = same.stream().mapToLong(step -> step.counts().failed()).sum();
      double errorPercent = StepMeasurement.errorPercent(completed, failed);
      return new Level(
          same.get(0).step(),
          same.stream().map(step -> step.counts().completed()).toList(),
          same.stream().map(step -> step.counts().completed() / step.window().seconds()).toList(),
          same.stream().map(StepResult::mixPerSecond).toList(),
          same.stream().mapToDouble(StepResult::requestsPerSecond).average().orElseThrow(),
          errorPercent,
          OverRuns.hostCpuPercent(same),
          OverRuns.hostFull(same),
          responseTimes,
          same.stream().map(StepResult::responseTimes).toList(),
          same.stream().allMatch(StepResult::keptStream)
              && metShares(same)
              && same.stream().allMatch(step -> objectives.metByEach(step.transactions()))
              && objectives.met(completed, responseTimes::percentile, errorPercent),
          same.get(0).target(),
          OverRuns.partitions(same),
          unsteady);
    }

    /** Those of all transactions over all runs together, those of single kinds in every run. */
    private static boolean metShares(List<StepResult> same) {
      List<ResponseShare> shares =
          same.stream()
              .filter(step -> step.shares() != null)
              .flatMap(step -> step.shares().stream())
              .toList();
      return shares.stream()
          .allMatch(
              share ->
                  share.transaction() == null
                      ? ResponseShare.pooled(shares, share).met()
                      : share.met());
    }
  }
}
