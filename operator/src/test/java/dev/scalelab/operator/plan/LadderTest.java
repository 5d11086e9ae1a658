package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

class LadderTest {
  @Test
  void aRunHasEveryLevelOfTheSpec() {
    RunPlan first = Ladder.next(configuration("{}"), Given.warm(), 1);

    assertThat(first.steps()).containsExactly(StepTarget.ofRate(10), StepTarget.ofRate(20));
    assertThat(first.seconds()).as("two steps of 20 s").isEqualTo(40);
    assertThat(first.closedModel()).isFalse();
    assertThat(
            Ladder.next(configuration("load: {open: null, closed: {users: [5]}}"), Given.warm(), 1))
        .satisfies(users -> assertThat(users.closedModel()).isTrue())
        .extracting(RunPlan::steps)
        .asList()
        .containsExactly(StepTarget.ofUsers(5));
  }

  @Test
  void anInvalidRunIsRepeatedAsTheSameRepetition() {
    ScalabilityTrialStatus status =
        Given.warm(Given.run(1, RunPhase.VALID), Given.run(2, RunPhase.INVALID));

    RunPlan next = Ladder.next(configuration("load: {repetitions: 3}"), status, 3);

    assertThat(next.run()).isEqualTo(3);
    assertThat(next.repetition()).isEqualTo(2);
  }

  @Test
  void whatIsRecordedOfTheNextRunHoldsWhateverTheSpecSays() {
    RunPlan recorded = Ladder.next(configuration("load: {open: {rates: [7, 9]}}"), Given.warm(), 1);

    assertThat(Ladder.next(configuration("{}"), Given.warm().planning(recorded), 1))
        .isEqualTo(recorded);
    assertThat(Ladder.next(configuration("{}"), Given.warm().planning(recorded), 2).steps())
        .as("the run after it")
        .containsExactly(StepTarget.ofRate(10), StepTarget.ofRate(20));
  }

  private static Configuration configuration(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change)).configurations().get(0);
  }
}
