package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;

/** Compares how fast the machine computed in a run and in the other runs of its trial. */
public final class MachineDrift {
  /** Two measurements on an idle machine differ by less. */
  private static final double ALLOWED_PERCENT = 5;

  private MachineDrift() {}

  /**
   * By how much a run's machine was faster or slower than in the other valid runs; empty if it was
   * about as fast, or nothing is known.
   *
   * @param runs all runs of the trial
   */
  public static Optional<String> text(RunResult run, List<RunResult> runs) {
    double[] others =
        runs.stream()
            .filter(other -> other.phase() == RunPhase.VALID)
            .filter(other -> !other.number().equals(run.number()))
            .map(RunResult::machineIndex)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (others.length == 0 || run.machineIndex() == null) {
      return Optional.empty();
    }
    double percent = 100 * (run.machineIndex() / StatUtils.percentile(others, 50) - 1);
    return Math.abs(percent) <= ALLOWED_PERCENT
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the load generator's machine computed %.0f %% %s than in the other runs: the"
                    + " speed of the machines changes, and figures of this run with it",
                Math.abs(percent),
                percent > 0 ? "faster" : "more slowly"));
  }
}
