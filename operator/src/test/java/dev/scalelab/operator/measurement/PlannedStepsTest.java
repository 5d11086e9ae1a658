package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Steps of 40 arrivals/s, compared with the requested ones. */
class PlannedStepsTest {

  @Test
  void theRequestedStepsAreARun() {
    assertThat(open(40, 40).check(List.of(step(1), step(2)))).isEmpty();
  }

  @Test
  void fewerAreNone() {
    assertThat(wrong(open(40, 40), step(1))).isEqualTo("1 of 2 steps were measured");
    assertThat(wrong(open(40, 40))).isEqualTo("0 of 2 steps were measured");
  }

  @Test
  void aStepThatWasNotRequestedIsNamed() {
    assertThat(wrong(open(40), step(1), step(2)))
        .isEqualTo("the load generator reported a step 2, but 1 steps were requested");
    assertThat(wrong(open(40, 40), step(1), step(3)))
        .isEqualTo("the load generator reported a step 3, but 2 steps were requested");
  }

  @Test
  void aStepOfAnotherLoadIsNamed() {
    assertThat(wrong(open(40, 80), step(1), step(2)))
        .isEqualTo(
            "the load generator reported 40 arrivals/s in step 2, but 80 arrivals/s were"
                + " requested");
    assertThat(wrong(new PlannedSteps(List.of(StepTarget.ofUsers(40))), step(1)))
        .as("an image that does not know of users")
        .isEqualTo(
            "the load generator reported 40 arrivals/s in step 1, but 40 users were requested");
  }

  private static PlannedSteps open(double... rates) {
    return new PlannedSteps(DoubleStream.of(rates).mapToObj(StepTarget::ofRate).toList());
  }

  private static String wrong(PlannedSteps planned, StepResult... reported) {
    Invalid wrong = planned.check(List.of(reported)).orElseThrow();
    assertThat(wrong.reason()).isEqualTo(Reason.STEPS_MISSING);
    return wrong.message();
  }
}
