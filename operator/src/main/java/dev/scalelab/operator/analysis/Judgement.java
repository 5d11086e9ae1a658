package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the objectives were met, and which were not.
 *
 * @param verdict passed, failed or inconclusive
 * @param message every objective that was missed, with figures
 */
public record Judgement(Verdict verdict, String message) {

  /**
   * Judges the configurations measured. Each must have a step that met the step objectives, and the
   * least efficiency where one is asked for. While configurations are missing nothing can pass:
   * inconclusive, unless one failed.
   *
   * @param rows the configurations measured
   * @param planned how many there should be
   */
  public static Judgement of(
      List<ConfigurationResult> rows, int planned, ObjectivesSpec objectives) {
    List<String> missed = new ArrayList<>();
    for (ConfigurationResult row : rows) {
      if (row.capacityPerSecond() == null) {
        missed.add(
            "%s: no step met p95 <= %d ms and errors <= %d %%"
                .formatted(row.trial(), objectives.p95Millis(), objectives.errorPercent()));
      }
      if (tooInefficient(row, objectives)) {
        missed.add(
            "%s: efficiency %.0f %% is less than %d %%"
                .formatted(row.trial(), 100 * row.efficiency(), objectives.efficiencyPercent()));
      }
    }
    if (!missed.isEmpty()) {
      return new Judgement(Verdict.FAILED, String.join("; ", missed));
    }
    return rows.size() < planned
        ? new Judgement(
            Verdict.INCONCLUSIVE,
            "%d of %d configurations were measured".formatted(rows.size(), planned))
        : new Judgement(Verdict.PASSED, "every configuration met every objective");
  }

  private static boolean tooInefficient(ConfigurationResult row, ObjectivesSpec objectives) {
    return objectives.efficiencyPercent() != null
        && row.efficiency() != null
        && 100 * row.efficiency() < objectives.efficiencyPercent();
  }
}
