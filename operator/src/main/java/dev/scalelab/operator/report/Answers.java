package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.FactorPlateaus;
import dev.scalelab.operator.analysis.RowIntervals;
import dev.scalelab.operator.analysis.ScalabilityModels;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.VariantComparisons;
import dev.scalelab.operator.api.AaResult;
import dev.scalelab.operator.api.CapacityAnswer;
import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.FactorResult;
import dev.scalelab.operator.api.ScalabilityResult;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.api.VerificationResult;
import dev.scalelab.operator.diagnosis.CapacityAnswers;
import dev.scalelab.operator.diagnosis.SystemModels;
import dev.scalelab.operator.diagnosis.Verifications;
import dev.scalelab.operator.plan.Plan;
import java.util.List;

/**
 * What an experiment's figures say, and how sure it is. Absent parts are null.
 *
 * @param rows the rows of the status with their intervals
 * @param comparisons variants against their baseline
 * @param aa the base against itself
 * @param scalability how throughput depends on the number of servers
 * @param factors the best value of each factor
 * @param models the queueing model of each system
 * @param questions the answers to the experiment's questions
 * @param verification whether a diagnosis is right
 */
record Answers(
    List<ConfigurationResult> rows,
    List<ComparisonResult> comparisons,
    AaResult aa,
    List<ScalabilityResult> scalability,
    List<FactorResult> factors,
    List<SystemModel> models,
    List<CapacityAnswer> questions,
    VerificationResult verification) {

  /**
   * The answers.
   *
   * @param measured the configurations that were measured, in the order of the plan
   * @param rows those that the status has
   */
  static Answers of(Plan plan, List<Measured> measured, List<ConfigurationResult> rows) {
    RowIntervals intervals = new RowIntervals(measured);
    VariantComparisons variants = new VariantComparisons(plan, measured);
    AaResult aa = variants.aa().orElse(null);
    VerificationResult verification = Verifications.result(plan, measured);
    List<SystemModel> models = orNull(SystemModels.of(measured));
    return new Answers(
        rows.stream().map(intervals::of).map(row -> verified(row, verification)).toList(),
        orNull(variants.all(aa != null && aa.broken())),
        aa,
        orNull(ScalabilityModels.of(measured)),
        orNull(FactorPlateaus.of(measured)),
        models,
        CapacityAnswers.of(models, plan.spec().questions()),
        verification);
  }

  /** A diagnosis that was not confirmed is none. */
  private static ConfigurationResult verified(
      ConfigurationResult row, VerificationResult verification) {
    if (verification == null
        || verification.verified() == null
        || !row.name().equals(verification.configuration())) {
      return row;
    }
    return row.withBottleneck(row.bottleneck().verified(verification.verified()));
  }

  private static <T> List<T> orNull(List<T> list) {
    return list.isEmpty() ? null : list;
  }
}
