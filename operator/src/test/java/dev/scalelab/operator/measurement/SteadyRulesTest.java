package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyRulesTest {
  private static final List<SteadySeries> TWO =
      List.of(SteadySeries.RESPONSE_TIME, SteadySeries.DEMAND);

  @Test
  void twoSeriesThatWarmUpAndABusyCompilerMakeARunInvalid() {
    StepResult step = step(SteadyClass.WARMING_UP, TWO, 6.0);

    Invalid found =
        Validity.check(ValidRuns.run(ValidRuns.step(1), step), ValidRuns.EXPECTED).orElseThrow();

    assertThat(found.reason()).isEqualTo(Reason.NOT_STEADY);
    assertThat(found.message())
        .contains("still became faster in step 2")
        .contains("response time and CPU time per transaction")
        .contains("by up to 24 %")
        .contains("6.0 % of the CPU time");
    assertThat(Validity.judged(step, ValidRuns.EXPECTED).invalid().reason())
        .as("at once, without waiting for the rest of the load")
        .isEqualTo(Reason.NOT_STEADY);
  }

  @Test
  void oneSeriesIsNotEnough() {
    assertThat(SteadyRules.check(step(SteadyClass.WARMING_UP, TWO.subList(0, 1), 6.0))).isEmpty();
  }

  /** Neighbours on the machine that leave it make servers faster, too. */
  @Test
  void withoutABusyCompilerItMayBeTheMachine() {
    assertThat(SteadyRules.check(step(SteadyClass.WARMING_UP, TWO, 0.9))).isEmpty();
    assertThat(SteadyRules.check(step(SteadyClass.WARMING_UP, TWO, null))).isEmpty();
  }

  @Test
  void otherChangesAreShownOnly() {
    assertThat(SteadyRules.check(step(SteadyClass.SLOWING_DOWN, TWO, 6.0))).isEmpty();
    assertThat(SteadyRules.check(step(SteadyClass.LEVEL_SHIFT, TWO, 6.0))).isEmpty();
    assertThat(SteadyRules.check(ValidRuns.step(1))).isEmpty();
  }

  @Test
  void aRunThatCannotBeRepeatedWithLongerSettlingStaysValid() {
    Validity.Expected last = ValidRuns.EXPECTED.withSteady(false);
    StepResult step = step(SteadyClass.WARMING_UP, TWO, 6.0);
    assertThat(Validity.check(ValidRuns.run(ValidRuns.step(1), step), last)).isEmpty();
    assertThat(Validity.judged(step, last).invalid()).isNull();
  }

  /** A server that was started under load is cold until the end of the run. */
  @Test
  void noStepAfterADisturbanceMustBeSteady() {
    StepResult second = step(SteadyClass.WARMING_UP, TWO, 6.0);
    assertThat(Validity.judged(second, disturbedIn(1)).invalid()).isNull();
    assertThat(Validity.judged(second.withStep(1), disturbedIn(2)).invalid()).isNotNull();
  }

  private static Validity.Expected disturbedIn(int step) {
    return ValidRuns.EXPECTED.withPlan(ValidRuns.disturbedIn(step));
  }

  private static StepResult step(SteadyClass kind, List<SteadySeries> series, Double jitPercent) {
    StepResult step = ValidRuns.step(2);
    return step.withEvidence(
            ValidRuns.compiling(step.evidence(), step.evidence().tiers(), jitPercent))
        .withSteady(
            new StepSteadiness(
                SteadyVerdict.NOT_STEADY,
                kind,
                series,
                new Estimate(-24.0, -30.0, -18.0),
                null,
                10));
  }
}
