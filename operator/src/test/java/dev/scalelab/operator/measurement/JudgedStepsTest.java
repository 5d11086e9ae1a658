package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EASY;
import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.cpu;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.lostDatabase;
import static dev.scalelab.operator.measurement.ValidRuns.primaries;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static dev.scalelab.operator.measurement.ValidRuns.three;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.InvalidStep;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The validation result of a single step. */
class JudgedStepsTest {
  static Stream<Arguments> steps() {
    return Stream.of(
        arguments("a good step", step(2), null, null),
        arguments(
            "a database that went away",
            step(2, lostDatabase(3.25)),
            Reason.DATABASE_LOST,
            "a server was without its database for 3.3 s in step 2 (an outage counts from its sixth"
                + " second, or from its first if the database refused or closed connections)"),
        arguments(
            "a failover",
            step(2, primaries("db-1", "db-2")),
            Reason.DATABASE_LOST,
            "the primary of the database main changed in step 2: db-1 and db-2"),
        arguments(
            "a restart",
            step(2, evidence(50.0, 3, 0.3, 1)),
            Reason.SERVER_RESTARTED,
            "1 of the testbed's containers restarted by the end of step 2"),
        arguments(
            "no evidence",
            step(2).withoutEvidence("Prometheus has no samples of the balancer's requests"),
            Reason.SAMPLES_MISSING,
            "step 2 has no evidence of the servers: Prometheus has no samples of the balancer's"
                + " requests"),
        arguments(
            "a slow generator",
            step(2, cpu(0.95, 1.0), 100.0, 800),
            Reason.LOAD_GENERATOR_SATURATED,
            "the load generator used 0.95 of its 1.00 cores in step 2: raise spec.load.generators.cpu"),
        arguments(
            "generators apart",
            step(2, three(0, 900, 1001), 100.0, 800),
            Reason.LOAD_FAILED,
            "the load generators' windows of step 2 began 1001 ms apart: the clocks of their nodes"
                + " differ, or one was delayed at the start"),
        arguments(
            "servers and generator",
            step(2, cpu(0.95, 1.0), 100.0, 800, evidence(50.0, 2, 0.3, 0)),
            Reason.MEMBER_MISSING,
            "in step 2, 2 of 3 servers were in the smallest cluster view, or reported theirs; the"
                + " load generator used 0.95 of its 1.00 cores in step 2: raise"
                + " spec.load.generators.cpu"));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("steps")
  void bearTheRulesThatTheyBreak(String name, StepResult step, Reason reason, String message) {
    StepResult judged = Validity.judged(step, EXPECTED);

    assertThat(judged.invalid())
        .isEqualTo(reason == null ? null : new InvalidStep(reason, message));
    assertThat(judged.judged(null)).as("all else").isEqualTo(step);
  }

  @Test
  void areNotJudgedAnyMoreWithOtherEvidence() {
    StepResult invalid = Validity.judged(step(2, lostDatabase(3.0)), EXPECTED);

    assertThat(invalid.evidenced(lostDatabase(0.0)).invalid()).isNull();
    assertThat(invalid.withoutEvidence("gone").invalid()).isNull();
  }

  /** The size that the planner reserves for it in a trial's status. */
  @Test
  void bearNoMoreThanThereIsRoomFor() throws JsonProcessingException {
    StepResult step = step(2, EASY, 100.0, 800).withoutEvidence("why ".repeat(1000));

    assertThat(new ObjectMapper().writeValueAsString(Validity.judged(step, EXPECTED).invalid()))
        .startsWith("{\"reason\":\"SamplesMissing\",\"message\":\"step 2 has no evidence")
        .hasSizeBetween(512, 600);
  }
}
