package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.reconcile.Given;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far a step of 20 transactions a second is from the objectives. */
class ExcessTest {
  private static final ObjectivesSpec OBJECTIVES =
      new ObjectivesSpec(
          List.of(ResponseTimeObjective.ofPercentile(null, "95", 100)),
          new Quantity("1"),
          null,
          null);

  @Test
  void isTheLogarithmOfTheWorstObjective() {
    assertThat(excess(step(50, 0, true))).isCloseTo(Math.log(0.5), within(1e-9));
    assertThat(excess(step(200, 0, false))).isCloseTo(Math.log(2), within(1e-9));
    assertThat(excess(step(50, 3, false))).as("errors").isCloseTo(Math.log(3), within(1e-9));
    assertThat(excess(step(50, 0.5, true))).as("errors").isCloseTo(Math.log(0.5), within(1e-9));
  }

  @Test
  void aShareIsMissedByTheTimeInWhichItCompleted() {
    ObjectivesSpec share =
        new ObjectivesSpec(
            List.of(new ResponseTimeObjective(null, null, 100, 90)), new Quantity("1"), null, null);
    StepResult step =
        step(50, 0, false)
            .with(
                all ->
                    all.shares(List.of(new ResponseShare(null, 100, 90, 80L, 100L, 80.0, 200.0))));

    assertThat(Excess.of(step, share)).isCloseTo(Math.log(2), within(1e-9));
  }

  @Test
  void aStepWithoutErrorsDoesNotFailByThem() {
    assertThat(excess(step(1, 0, true))).isEqualTo(-1);
  }

  @Test
  void aRateThatIsNotReachedIsBeyondTheCapacity() {
    StepResult short0 = step(50, 0, true).with(all -> all.target(StepTarget.ofRate(22.0)));
    assertThat(excess(short0)).isEqualTo(1);
  }

  /** A rule without a distance, as the rounded value of a percentile that is equal to its limit. */
  @Test
  void aStepThatMissedItsObjectivesIsNeverBelowZero() {
    assertThat(excess(step(100, 0, false))).isPositive();
    assertThat(excess(step(100, 0, true))).isZero();
  }

  private static double excess(StepResult step) {
    return Excess.of(step, OBJECTIVES);
  }

  private static StepResult step(double p95, double errorPercent, boolean met) {
    return Given.step(2, null)
        .with(
            all ->
                all.responseTimes(new ResponseTimes(p95, p95, p95, p95, p95, null, null, p95))
                    .errorPercent(errorPercent)
                    .objectivesMet(met));
  }
}
