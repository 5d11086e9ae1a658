package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.platform.RecentlySeen;
import java.util.List;
import java.util.Map;

/**
 * The answers of each experiment as they were computed last. Its figures change when a trial ends;
 * its status is computed many times while a run is measured, which it must not disturb.
 */
public final class RecentAnswers {
  /** Of an experiment with many configurations they are large, and few run at the same time. */
  private static final int KEPT = 8;

  private record Known(
      Plan plan, List<Measured> measured, List<ConfigurationResult> rows, Answers answers) {
    boolean isOf(Plan other, List<Measured> otherMeasured, List<ConfigurationResult> otherRows) {
      return plan == other && measured.equals(otherMeasured) && rows.equals(otherRows);
    }
  }

  private final Map<String, Known> known = RecentlySeen.map(KEPT);

  /**
   * As {@link Answers#of}.
   *
   * @param uid of the experiment
   */
  Answers of(String uid, Plan plan, List<Measured> measured, List<ConfigurationResult> rows) {
    Known last = known.get(uid);
    if (last != null && last.isOf(plan, measured, rows)) {
      return last.answers();
    }
    Answers answers = Answers.of(plan, measured, rows);
    known.put(uid, new Known(plan, measured, rows, answers));
    return answers;
  }
}
