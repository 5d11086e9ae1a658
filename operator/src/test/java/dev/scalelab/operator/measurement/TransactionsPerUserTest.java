package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps in which each user has a number of transactions to do: "10 users, 20 sessions each". */
class TransactionsPerUserTest {
  private static final ObjectivesSpec OBJECTIVES = new ObjectivesSpec(2000, 1, null, null);

  @Test
  void aStepIsWhatWasAskedForWhenAllUsersHaveDoneTheirs() {
    assertThat(judged(10, 20)).isEmpty();
    assertThat(judged(null, null)).as("nobody had a number").isEmpty();
  }

  @Test
  void aStepThatWasTooShortSaysWhatToChange() {
    assertThat(judged(9, 20))
        .contains(
            new Invalid(
                Reason.TRANSACTIONS_UNDONE,
                "9 of 10 users had done their 20 transactions when step 1 ended: raise"
                    + " spec.load.stepSeconds, or lower transactionsPerUser"));
  }

  @Test
  void aGeneratorThatDoesNotKnowOfNumbersIsNamed() {
    assertThat(judged(null, 20).orElseThrow().message())
        .isEqualTo(
            "the load generator does not tell whether users had done their 20 transactions in step 1: its image does not"
                + " know TRANSACTIONS_PER_USER");
  }

  private static Optional<Invalid> judged(Integer usersDone, Integer transactionsPerUser) {
    StepResult step = StepMeasurement.of(part(usersDone), OBJECTIVES);
    Validity.Expected expected =
        new Validity.Expected(
            1,
            EXPECTED.replicas(),
            EXPECTED.cpuShareCores(),
            EXPECTED.contract(),
            EXPECTED.mix(),
            transactionsPerUser);
    return StepValidity.check(step.with(evidence(50.0, 3, 0.3, 0)), expected).stream().findFirst();
  }

  /** A step of ten users, who ended a hundred sessions. */
  private static LoadRecord.Step part(Integer usersDone) {
    LoadRecord.Step step =
        Steps.step(1, Map.of("session", GeneratorRecordsTest.times(10_000, 100)));
    return new LoadRecord.Step(
        step.run(),
        step.step(),
        null,
        10,
        usersDone,
        step.startedAt(),
        step.measuredFrom(),
        step.measuredTo(),
        step.measuredSeconds(),
        step.scheduled(),
        step.sent(),
        step.shed(),
        step.completed(),
        step.failed(),
        step.requests(),
        step.transactions(),
        step.errors(),
        step.pods(),
        step.lateness(),
        step.cpuSeconds(),
        step.cpuLimitCores(),
        null,
        null,
        null);
  }
}
