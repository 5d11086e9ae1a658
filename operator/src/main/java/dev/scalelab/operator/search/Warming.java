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

  /** The third run at one level counts, however busy the compilers were. */
  private static final int MOST = 3;

  private Warming() {}

  /**
   * Those of a round's runs that count.
   *
   * @param runs the valid runs of the round, in their order
   */
  static List<RunResult> counted(List<RunResult> runs, ObjectivesSpec objectives) {
    return runs.stream().filter(run -> !ignored(runs, run, objectives)).toList();
  }

  /** The last run, if it is to be measured again. */
  static Optional<RunResult> again(List<RunResult> runs, ObjectivesSpec objectives) {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(runs.get(runs.size() - 1)).filter(last -> ignored(runs, last, objectives));
  }

  /**
   * Whether a run does not count.
   *
   * @param runs the valid runs of its round, with or without itself
   */
  static boolean ignored(List<RunResult> runs, RunResult run, ObjectivesSpec objectives) {
    return failed(run, objectives) && before(runs, run) < MOST - 1;
  }

  private static boolean failed(RunResult run, ObjectivesSpec objectives) {
    StepResult step = run.steps().get(0);
    return compiling(step) && Excess.of(step, objectives) > 0;
  }

  /** Whether the JIT compilers took so much of the CPU that warm servers would do more. */
  static boolean compiling(StepResult step) {
    Evidence evidence = step.evidence();
    Double jit =
        evidence == null || evidence.servers() == null ? null : evidence.servers().jitPercent();
    return jit != null && jit > COMPILING_PERCENT;
  }

  /** How many runs at its level were before it. */
  private static long before(List<RunResult> runs, RunResult run) {
    return runs.stream()
        .filter(other -> other.number() < run.number() && level(other) == level(run))
        .count();
  }

  private static double level(RunResult run) {
    return run.steps().get(0).target().load();
  }
}
