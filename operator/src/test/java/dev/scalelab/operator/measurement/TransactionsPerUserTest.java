package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Objectives;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Steps in which each user has a number of transactions to complete: "10 users, 20 sessions each".
 */
class TransactionsPerUserTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(2000);

  @Test
  void aStepIsAsRequestedWhenAllUsersHaveCompletedTheirs() {
    assertThat(judged(10, 20, 10)).isEmpty();
    assertThat(judged(null, null, 9.9)).as("no user had a number").isEmpty();
  }

  @Test
  void aStepThatWasTooShortSaysWhatToChange() {
    assertThat(judged(9, 20, 20))
        .contains(
            new Invalid(
                Reason.TRANSACTIONS_UNDONE,
                "9 of 10 users had completed their 20 transactions when step 1 ended: raise"
                    + " spec.load.step.seconds, or lower spec.load.closed.transactionsPerUser"));
  }

  @Test
  void aGeneratorThatDoesNotKnowOfNumbersIsNamed() {
    assertThat(judged(null, 20, 20).orElseThrow().message())
        .isEqualTo(
            "the load generator does not report whether users had completed their 20 transactions"
                + " in step 1: its image does not support TRANSACTIONS_PER_USER");
  }

  @Test
  void aNumberThatIsDoneInAMomentSaysWhatToChange() {
    assertThat(judged(10, 20, 9.9))
        .contains(
            new Invalid(
                Reason.WINDOW_TOO_SHORT,
                "in step 1 all users had completed their 20 transactions after 9.9 s, but samples"
                    + " of the servers need 10 s: raise spec.load.closed.transactionsPerUser"));
  }

  @Test
  void theNumberIsTheSpecs() {
    ScalabilityExperiment users = Experiments.closed(Experiments.small("default"), 60, 30);
    ScalabilityExperiment numbered =
        Experiments.with(
            Experiments.closed(Experiments.small("default"), 60, 30),
            "load: {closed: {transactionsPerUser: 20}}");

    assertThat(
            Validity.Expected.of(
                    Experiments.two(numbered), Experiments.firstRun(Experiments.two(numbered)))
                .transactionsPerUser())
        .isEqualTo(20);
    assertThat(
            Validity.Expected.of(
                    Experiments.two(users), Experiments.firstRun(Experiments.two(users)))
                .transactionsPerUser())
        .isNull();
  }

  /** Why a run with such a step is invalid, which must be the same as for the step. */
  private static Optional<Invalid> judged(
      Integer usersDone, Integer transactionsPerUser, double measuredSeconds) {
    StepResult step =
        StepMeasurement.of(part(usersDone, measuredSeconds), OBJECTIVES)
            .evidenced(evidence(50.0, 3, 0.3, 0));
    Validity.Expected expected =
        EXPECTED.with(
            users ->
                users
                    .steps(new PlannedSteps(List.of(StepTarget.ofUsers(10))))
                    .transactionsPerUser(transactionsPerUser));
    Optional<Invalid> ofRun = Validity.check(run(step), expected);
    assertThat(StepValidity.check(step, expected).stream().findFirst()).isEqualTo(ofRun);
    return ofRun;
  }

  /** A step of ten users, who completed a hundred sessions. */
  private static LoadRecord.Step part(Integer usersDone, double measuredSeconds) {
    return Steps.step(1, Map.of("session", GeneratorRecordsTest.times(10_000, 100)))
        .with(
            step ->
                step.targetPerSecond(null)
                    .users(10)
                    .usersDone(usersDone)
                    .measuredSeconds(measuredSeconds));
  }
}
