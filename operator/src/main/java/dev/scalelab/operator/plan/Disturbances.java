package dev.scalelab.operator.plan;

import static java.util.stream.Collectors.counting;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceSpec;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.StepSpec;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** When the disturbances of a run happen, and how many pods they take. Pure. */
public final class Disturbances {
  private Disturbances() {}

  /** The disturbances of a run, in the order in which they happen. */
  static List<PlannedDisturbance> planned(ScalabilityExperimentSpec spec, RunPlan run) {
    return spec.disturbances().stream()
        .map(given -> planned(given, spec.load().step(), run))
        .sorted(Comparator.comparing(planned -> planned.secondOfRun(run)))
        .toList();
  }

  /** A step that settles longer than the spec says has its measured part later. */
  private static PlannedDisturbance planned(DisturbanceSpec given, StepSpec step, RunPlan run) {
    int second =
        given.atSecond() == null
            ? step.settleSeconds() + step.measuredSeconds() / 3
            : given.atSecond();
    return new PlannedDisturbance(
        given.name(),
        given.action(),
        given.tier(),
        given.server() == null ? (Integer) given.pods() : null,
        given.server(),
        given.stepNumber(),
        second + run.settleSeconds() - step.settleSeconds(),
        given.durationSeconds());
  }

  /** When a disturbance is due in a run that started at a time. */
  public static Instant due(PlannedDisturbance planned, RunPlan run, Instant started) {
    return started.plusSeconds(planned.secondOfRun(run));
  }

  /** When its step ends: until then it can be made. */
  public static Instant deadline(PlannedDisturbance planned, RunPlan run, Instant started) {
    return started.plusSeconds((long) planned.step() * run.stepSeconds());
  }

  /**
   * What has to end by itself ends at this time; empty for one that does not last, or was not made.
   */
  public static Optional<Instant> ends(PlannedDisturbance planned, DisturbanceResult made) {
    return !planned.action().isEnded() || made.madeAt() == null
        ? Optional.empty()
        : Optional.of(Instant.parse(made.madeAt()).plusSeconds(planned.durationSeconds()));
  }

  /**
   * A time after a disturbance, which counts with the end of the load if it is later: nothing of
   * the run is known after that.
   */
  public static Instant withinLoad(RunResult run, DisturbanceResult made, Instant time) {
    if (run.finishedAt() == null) {
      return time;
    }
    Instant begin = Instant.parse(made.madeAt());
    Instant end = Instant.parse(run.finishedAt());
    Instant last = end.isBefore(begin) ? begin : end;
    return time.isAfter(last) ? last : time;
  }

  /**
   * The same plan, in which disturbances that concern nodes take the pods that were found on them,
   * with an entry for each tier.
   */
  public static RunPlan asMade(RunResult run) {
    List<PlannedDisturbance> all =
        run.plan().planned().stream().flatMap(planned -> asMade(run, planned).stream()).toList();
    return run.plan().disturbedBy(all);
  }

  private static List<PlannedDisturbance> asMade(RunResult run, PlannedDisturbance planned) {
    List<DisturbedPod> pods =
        run.disturbance(planned.name()).map(DisturbanceResult::pods).orElse(List.of());
    return !planned.action().ofNodes() || pods.isEmpty()
        ? List.of(planned)
        : pods.stream()
            .collect(
                Collectors.groupingBy(
                    pod -> pod.tier() == null ? planned.tier() : pod.tier(),
                    TreeMap::new,
                    counting()))
            .entrySet()
            .stream()
            .map(tier -> planned.ofPods(tier.getKey(), tier.getValue().intValue()))
            .toList();
  }

  /** Whether pods of a tier were cut off from the others by the end of a step. */
  public static boolean cut(RunPlan run, String tierLabel, int step) {
    return run.planned().stream()
        .anyMatch(
            planned ->
                planned.action() == DisturbanceAction.CUT_NETWORK
                    && planned.concerns(tierLabel)
                    && planned.step() <= step);
  }

  /** Whether something is disturbed in a step. */
  public static boolean in(RunPlan run, int step) {
    return run.planned().stream().anyMatch(planned -> planned.step() == step);
  }

  /** Whether something was disturbed by the end of a step. */
  public static boolean since(RunPlan run, int step) {
    return run.planned().stream().anyMatch(planned -> planned.step() <= step);
  }

  /** How many pods of a tier were taken by the end of a step, at most. */
  public static int taken(RunPlan run, String tierLabel, int step) {
    return run.planned().stream()
        .filter(planned -> planned.concerns(tierLabel) && planned.step() <= step)
        .mapToInt(planned -> planned.count() == null ? 1 : planned.count())
        .sum();
  }
}
