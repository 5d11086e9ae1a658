package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnsteadyStepsTest {
  private static final StepResult SLOWER =
      step(3, SteadyClass.SLOWING_DOWN, List.of(SteadySeries.RESPONSE_TIME), 12.3, null);

  @Test
  void eachStepWithItsChange() {
    StepResult faster =
        step(1, SteadyClass.WARMING_UP, List.of(SteadySeries.RESPONSE_TIME), -24.0, null);
    StepResult jumped =
        step(
            2,
            SteadyClass.LEVEL_SHIFT,
            List.of(SteadySeries.THROUGHPUT, SteadySeries.DEMAND),
            -9.0,
            -15.0);

    assertThat(UnsteadySteps.text(ValidRuns.run(faster, jumped, SLOWER)))
        .contains(
            "step 1 became 24 % faster (response time), step 2 changed by 15 % at once (throughput and"
                + " CPU time per transaction), step 3 became 12 % slower (response time)");
  }

  @Test
  void aSteadyRunHasNone() {
    StepResult noisy =
        ValidRuns.step(2)
            .withSteady(
                new StepSteadiness(
                    SteadyVerdict.UNCLEAR, null, null, new Estimate(9.0, -2.0, 20.0), null, 5));

    assertThat(UnsteadySteps.text(ValidRuns.run(ValidRuns.step(1), noisy))).isEmpty();
  }

  @Test
  void ofManyThreeAreNamed() {
    StepResult[] five =
        IntStream.rangeClosed(1, 5).mapToObj(SLOWER::withStep).toArray(StepResult[]::new);

    assertThat(UnsteadySteps.text(ValidRuns.run(five)).orElseThrow())
        .startsWith("step 1 became 12 % slower")
        .endsWith("step 3 became 12 % slower (response time), and 2 more steps changed");
    assertThat(UnsteadySteps.text(ValidRuns.run(Arrays.copyOf(five, 4))).orElseThrow())
        .endsWith(", and 1 more step changed");
  }

  @Test
  void noStepAfterADisturbanceIsExpectedToBeSteady() {
    RunResult run = ValidRuns.run(ValidRuns.step(1), SLOWER.withStep(2));

    assertThat(UnsteadySteps.text(run)).isPresent();
    assertThat(UnsteadySteps.text(run.with(same -> same.plan(ValidRuns.disturbedIn(1))))).isEmpty();
  }

  private static StepResult step(
      int number, SteadyClass kind, List<SteadySeries> series, double drift, Double shift) {
    return ValidRuns.step(number)
        .withSteady(
            new StepSteadiness(
                SteadyVerdict.NOT_STEADY,
                kind,
                series,
                new Estimate(drift, drift - 4, drift + 4),
                shift,
                10));
  }
}
