package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two trials, each with a run of 40 s and a warm-up of up to 30 s. */
class EstimateTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final ScalabilityTrialStatus FIRST =
      ScalabilityTrialStatus.begun("2026-01-01T12:00:00Z");

  @Test
  void nothingIsKnownBeforeTheFirstTrial() {
    assertThat(Estimate.completion(PLAN, Map.of())).isNull();
  }

  @Test
  void theFirstTrialIsEstimatedByThePlanAndAMinuteForEachTestbed() {
    assertThat(Estimate.completion(PLAN, Map.of("small-base-1", FIRST)))
        .isEqualTo("2026-01-01T12:04:20Z");
  }

  @Test
  void laterOnesByWhatTrialsTook() {
    ScalabilityTrialStatus ended =
        FIRST.ended(Phase.SUCCEEDED, null, null, "2026-01-01T12:05:00Z", null);
    assertThat(
            Estimate.completion(
                PLAN,
                Map.of(
                    "small-base-1",
                    ended,
                    "small-base-2",
                    ScalabilityTrialStatus.begun("2026-01-01T12:05:01Z"))))
        .isEqualTo("2026-01-01T12:10:00Z");
  }
}
