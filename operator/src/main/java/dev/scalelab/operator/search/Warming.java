package dev.scalelab.operator.search;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import java.util.List;
import java.util.Optional;

/**
 * A load that failed while the servers' JIT compilers took their CPU may be one that warm servers
 * carry: it is measured again on the same servers, and the failure does not count. Pure.
 */
final class Warming {
  /** Part of the servers' CPU time, as much as a capacity may be wrong by. */
  private static final double COMPILING_PERCENT = 5;

  /** The last of so many at one level counts, however busy the compilers were. */
  private static final int MOST = 3;

  private Warming() {}

  /**
   * Those of a round's runs that count.
   *
   * @param runs the valid runs of the round, in their order
   */
  static List<RunResult> counted(List<RunResult> runs, ObjectivesSpec objectives) {
    return runs.stream()
        .filter(run -> !failed(run, objectives) || until(runs, run) >= MOST)
        .toList();
  }

  /** The last run, if it is to be measured again. */
  static Optional<RunResult> again(List<RunResult> runs, ObjectivesSpec objectives) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(runs.get(runs.size() - 1))
            .filter(last -> !counted(runs, objectives).contains(last));
  }

  private static boolean failed(RunResult run, ObjectivesSpec objectives) {
    StepResult step = run.steps().get(0);
    Evidence evidence = step.evidence();
    Double jit =
        evidence == null || evidence.servers() == null ? null : evidence.servers().jitPercent();
    return jit != null && jit > COMPILING_PERCENT && Excess.of(step, objectives) > 0;
  }

  /** The runs at its level, up to and with it. */
  private static long until(List<RunResult> runs, RunResult run) {
    return runs.subList(0, runs.indexOf(run) + 1).stream()
        .filter(other -> level(other) == level(run))
        .count();
  }

  private static double level(RunResult run) {
    return run.steps().get(0).target().load();
  }
}
