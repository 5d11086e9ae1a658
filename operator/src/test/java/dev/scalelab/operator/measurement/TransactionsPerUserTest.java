package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps in which each user has a number of transactions to do: "10 users do 20 sessions each". */
class TransactionsPerUserTest {
  private static final ObjectivesSpec OBJECTIVES = new ObjectivesSpec(2000, 1, null, null);

  @Test
  void theWindowOfSeveralGeneratorsEndsWithTheLastUser() {
    LoadRecord.Step merged = GeneratorRecordsTest.merged(part(5, 8.0), part(5, 10.0));

    assertThat(merged.usersDone()).isEqualTo(10);
    assertThat(merged.measuredTo()).isEqualTo(Steps.FROM.plusSeconds(10));
    StepResult result = StepMeasurement.of(merged, OBJECTIVES);
    assertThat(result.measuredSeconds()).isEqualTo(10);
    assertThat(result.throughputPerSecond()).as("twice 100 in 10 s").isEqualTo(20);
  }

  @Test
  void aGeneratorThatKnowsOfNoNumberDidNotDoTheSame() {
    assertThat(GeneratorRecordsTest.merge(List.of(part(5, 8.0)), List.of(part(null, 8.0))))
        .isEmpty();
  }

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
                "9 of 10 users were known to have done their 20 transactions when step 1 ended:"
                    + " raise spec.load.stepSeconds, or lower transactionsPerUser"));
    assertThat(judged(null, 20)).as("the generator does not tell").isPresent();
  }

  private static Optional<Invalid> judged(Integer usersDone, Integer transactionsPerUser) {
    StepResult step = StepMeasurement.of(part(usersDone, 8.0), OBJECTIVES);
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

  /** A step of ten users, a hundred transactions of whom one generator has seen end. */
  private static LoadRecord.Step part(Integer usersDone, double seconds) {
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
        step.measuredFrom().plusSeconds((long) seconds),
        seconds,
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
