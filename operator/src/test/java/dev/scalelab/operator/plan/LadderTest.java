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
    RunPlan first = Ladder.next(configuration("{}"), Given.warm());

    assertThat(first.steps()).containsExactly(StepTarget.ofRate(10), StepTarget.ofRate(20));
    assertThat(first.seconds()).as("two steps of 20 s").isEqualTo(40);
    assertThat(first.closedModel()).isFalse();
    assertThat(Ladder.next(configuration("load: {open: null, closed: {users: [5]}}"), Given.warm()))
        .satisfies(users -> assertThat(users.closedModel()).isTrue())
        .extracting(RunPlan::steps)
        .asList()
        .containsExactly(StepTarget.ofUsers(5));
  }

  @Test
  void aRunWithAClosingStepEndsWithItsFirstLevel() {
    Configuration closing = configuration("load: {step: {closing: true}}");

    assertThat(Ladder.next(closing, Given.warm()).steps())
        .containsExactly(StepTarget.ofRate(10), StepTarget.ofRate(20), StepTarget.ofRate(10));
    assertThat(closing.load().runSeconds()).isEqualTo(60);
  }

  @Test
  void anInvalidRunIsRepeatedAsTheSameRepetition() {
    ScalabilityTrialStatus status =
        Given.warm(Given.run(1, RunPhase.VALID), Given.run(2, RunPhase.INVALID));

    RunPlan next = Ladder.next(configuration("load: {repetitions: 3}"), status);

    assertThat(next.run()).isEqualTo(3);
    assertThat(next.repetition()).isEqualTo(2);
  }

  @Test
  void aRoundWhoseRunIsFoundInvalidLaterIsMeasuredAgain() {
    ScalabilityTrialStatus status =
        Given.warm(Given.run(1, RunPhase.INVALID), Given.run(2, RunPhase.VALID));

    RunPlan next = Ladder.next(configuration("load: {repetitions: 3}"), status);

    assertThat(next.repetition()).isEqualTo(1);
    assertThat(next.seed()).as("the first round's").isEqualTo(1);
  }

  @Test
  void whatIsRecordedOfTheNextRunHoldsWhateverTheSpecSays() {
    RunPlan recorded = Ladder.next(configuration("load: {open: {rates: [7, 9]}}"), Given.warm());

    assertThat(Ladder.recorded(Given.warm().planning(recorded))).isEqualTo(recorded);
    assertThat(Ladder.recorded(Given.warm(Given.run(1, RunPhase.VALID)).planning(recorded)))
        .as("the run after it")
        .isNull();
  }

  /** All configurations have the same load in a round, and another one in the next round. */
  @Test
  void eachRoundHasASeedOfItsOwn() {
    RunPlan first = Ladder.next(configuration("{}"), Given.warm());
    RunPlan second = Ladder.next(configuration("{}"), Given.warm(Given.run(1, RunPhase.VALID)));
    RunPlan again = Ladder.next(configuration("{}"), Given.warm(Given.run(1, RunPhase.INVALID)));

    assertThat(first.seed()).as("spec.load.seed").isEqualTo(1);
    assertThat(second.seed()).isNotEqualTo(first.seed());
    assertThat(again.seed()).as("a run that is repeated").isEqualTo(first.seed());
  }

  private static Configuration configuration(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change)).configurations().get(0);
  }
}
