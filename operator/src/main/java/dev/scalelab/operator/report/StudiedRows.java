package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.workload.Workload;
import java.util.List;

/**
 * The configurations that the experiment asks for. The one that verifies a diagnosis has no part in
 * the verdict.
 *
 * @param rows those that have ended
 */
record StudiedRows(Plan plan, List<ConfigurationResult> rows) {

  static StudiedRows of(Plan plan, List<ConfigurationResult> all) {
    return new StudiedRows(
        plan, all.stream().filter(row -> !Names.VERIFY.equals(row.variant())).toList());
  }

  List<ConfigurationResult> measured() {
    return rows.stream().filter(ConfigurationResult::measured).toList();
  }

  /** How many there have to be. */
  int planned() {
    long studied =
        plan.configurations().stream().filter(one -> !Names.VERIFY.equals(one.variant())).count();
    return (int) studied + plan.violations().size();
  }

  /** Of one that was terminated, what was measured is judged as if it were all. */
  Judgement judgement(Phase phase) {
    boolean partly = phase == Phase.TERMINATED && !measured().isEmpty();
    return Judgement.of(
        partly ? measured() : rows,
        partly ? measured().size() : planned(),
        plan.spec().objectives(),
        Workload.of(plan.spec()).usesQueues());
  }
}
