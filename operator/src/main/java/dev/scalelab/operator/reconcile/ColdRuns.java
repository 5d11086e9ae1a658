package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.measurement.DemandTest;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.measurement.Validity;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Settling;
import dev.scalelab.operator.search.RoundSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds runs of a trial whose servers were not warm, in a step or by comparison with its other
 * runs. Pure. A trial never fails because of them: they stay valid when no more runs may be
 * repeated.
 */
final class ColdRuns {
  private ColdRuns() {}

  /** What a run is judged by: it must be steady only if it can be repeated. */
  static Validity.Expected expected(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return Validity.Expected.of(configuration, Disturbances.asMade(run))
        .withSteady(isRepeatable(configuration, status, run));
  }

  /** Why the run that has ended was not warm, compared with earlier ones; empty if it was. */
  static Optional<Invalid> check(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return isRepeatable(configuration, status, run)
            && !RoundSearch.ignores(configuration, status, run)
        ? DemandTest.check(run, status.validRuns())
        : Optional.empty();
  }

  /**
   * An earlier run, now invalid, that could not be compared with others before; empty if none.
   * Those of a search's rounds that have ended stay: their rounds have their results.
   */
  static Optional<RunResult> earlier(Configuration configuration, ScalabilityTrialStatus status) {
    return DemandTest.notWarm(
        status.runs(),
        run ->
            isOpen(configuration, status, run)
                && isRepeatable(configuration, status, run)
                && !RoundSearch.ignores(configuration, status, run));
  }

  /** By the limit of invalid runs, whatever made others invalid, and by how long it settled. */
  private static boolean isRepeatable(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return RoundDecision.mayRepeat(configuration, status)
        && Settling.repeats(configuration, run.plan());
  }

  /**
   * Runs that stay valid although the one that has ended shows that they were not warm: that one
   * itself, or those of which it is the first to show it. What to report, by their names.
   */
  static Map<String, String> kept(
      Configuration configuration, ScalabilityTrialStatus status, RunResult ended) {
    Map<String, String> kept = new TreeMap<>();
    List<RunResult> before =
        status.validRuns().stream().filter(run -> run.number() < ended.number()).toList();
    if (!RoundSearch.ignores(configuration, status, ended)) {
      DemandTest.text(ended, before).ifPresent(found -> keep(kept, configuration, ended, found));
    }
    for (RunResult run : before) {
      List<RunResult> others = new ArrayList<>(before);
      others.remove(run);
      boolean stays =
          !RoundSearch.ignores(configuration, status, run)
              && (!isOpen(configuration, status, run) || !isRepeatable(configuration, status, run));
      if (stays && DemandTest.text(run, others).isEmpty()) {
        others.add(ended);
        DemandTest.text(run, others).ifPresent(found -> keep(kept, configuration, run, found));
      }
    }
    return kept;
  }

  private static void keep(
      Map<String, String> kept, Configuration configuration, RunResult run, String found) {
    String name = Names.run(configuration.name(), run.number());
    kept.put(name, "%s: %s; it stays valid".formatted(name, found));
  }

  private static boolean isOpen(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return !configuration.load().searches() || run.plan().repetition() > status.searched().size();
  }

  /** The status in which such a run is invalid. */
  static ScalabilityTrialStatus withoutEarlier(
      Configuration configuration, ScalabilityTrialStatus status) {
    return earlier(configuration, status)
        .map(cold -> RunCollector.with(configuration, status, cold))
        .orElse(status);
  }
}
