package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.RIGHT;
import static dev.scalelab.operator.measurement.ValidRuns.cpu;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.late;
import static dev.scalelab.operator.measurement.ValidRuns.lostDatabase;
import static dev.scalelab.operator.measurement.ValidRuns.primaries;
import static dev.scalelab.operator.measurement.ValidRuns.run;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static dev.scalelab.operator.measurement.ValidRuns.three;
import static dev.scalelab.operator.measurement.ValidRuns.unsent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepResultBuilder;
import dev.scalelab.operator.api.StreamResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValidityTest {
  static Stream<Arguments> runs() {
    return Stream.of(
        arguments("a good run", run(step(1), step(2)), null),
        arguments(
            "a busy host is a finding", run(step(1), step(2, evidence(100.0, 3, 0.3, 0))), null),
        arguments(
            "a server out of the balancer's rotation is a finding",
            run(step(1), step(2, evidence(50.0, 3, 0.3, 0.3, 2, 0))),
            null),
        arguments(
            "rounding of the quota",
            run(step(1), step(2, evidence(50.0, 3, 0.3029, 0.2971, 3, 0))),
            null),
        arguments("a step is missing", run(step(1)), Reason.STEPS_MISSING),
        arguments(
            "a step without evidence",
            run(step(1), step(2, (Evidence) null)),
            Reason.SAMPLES_MISSING),
        arguments(
            "a restart", run(step(1), step(2, evidence(50.0, 3, 0.3, 1))), Reason.SERVER_RESTARTED),
        arguments("a slow database", run(step(1), step(2, lostDatabase(0.5))), null),
        arguments("no report about the database", run(step(1), step(2, lostDatabase(null))), null),
        arguments(
            "a database that went away",
            run(step(1), step(2, lostDatabase(0.6))),
            Reason.DATABASE_LOST),
        arguments(
            "a primary that stays",
            run(step(1, primaries("db-2")), step(2, primaries("db-2"))),
            null),
        arguments(
            "a failover between two steps",
            run(step(1, primaries("db-1")), step(2, primaries("db-2"))),
            Reason.DATABASE_LOST),
        arguments(
            "a member less",
            run(step(1), step(2, evidence(50.0, 2, 0.3, 0))),
            Reason.MEMBER_MISSING),
        arguments(
            "members unknown",
            run(step(1), step(2, evidence(50.0, null, 0.3, 0))),
            Reason.MEMBER_MISSING),
        arguments(
            "still boosted",
            run(step(1), step(2, evidence(50.0, 3, 0.31, 0))),
            Reason.CPU_LIMIT_NOT_IN_FORCE),
        arguments(
            "raised within the window",
            run(step(1), step(2, evidence(50.0, 3, 0.31, 0.3, 3, 0))),
            Reason.CPU_LIMIT_NOT_IN_FORCE),
        arguments(
            "cut within the window",
            run(step(1), step(2, evidence(50.0, 3, 0.3, 0.29, 3, 0))),
            Reason.CPU_LIMIT_NOT_IN_FORCE),
        arguments(
            "limit unknown",
            run(step(1), step(2, evidence(50.0, 3, null, 0))),
            Reason.CPU_LIMIT_NOT_IN_FORCE),
        arguments(
            "late for fast answers",
            run(step(1), step(2, late(50.1), 100.0, 800)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments("as late for slow answers", run(step(1), step(2, late(90.0), 1000.0, 800)), null),
        arguments(
            "late for slow answers",
            run(step(1), step(2, late(101.0), 1000.0, 800)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments(
            "generator out of CPU",
            run(step(1), step(2, cpu(0.9, 1.0), 100.0, 800)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments(
            "generator without limit", run(step(1), step(2, cpu(5.0, null), 100.0, 800)), null),
        arguments(
            "transactions not sent",
            run(step(1), step(2, unsent(9), 100.0, 791)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments("ends of the window", run(step(1), step(2, unsent(8), 100.0, 792)), null),
        arguments(
            "three generators", run(step(1), step(2, three(2, 25_408, 1000), 100.0, 800)), null),
        arguments(
            "one of three began fewer, another more",
            run(step(1), step(2, three(3, 900, 4), 100.0, 800)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments(
            "ports run short",
            run(step(1), step(2, three(0, 25_409, 4), 100.0, 800)),
            Reason.LOAD_GENERATOR_SATURATED),
        arguments(
            "generators not at the same time",
            run(step(1), step(2, three(0, 900, 1001), 100.0, 800)),
            Reason.LOAD_FAILED));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("runs")
  void decides(String name, RunResult run, Reason reason) {
    assertThat(Validity.check(run, EXPECTED).map(Invalid::reason).orElse(null)).isEqualTo(reason);
  }

  @Test
  void reportsEverythingThatWasFound() {
    Invalid invalid =
        Validity.check(
                run(step(1, evidence(50.0, 2, 1.5, 1)), step(2, cpu(0.97, 1.0), 100.0, 800)),
                EXPECTED)
            .orElseThrow();

    assertThat(invalid)
        .isEqualTo(
            new Invalid(
                Reason.SERVER_RESTARTED,
                "1 of the testbed's containers restarted by the end of step 1; in step 1, 2 of 3"
                    + " servers were in the smallest cluster view, or reported theirs; a server had"
                    + " a CPU limit of 1.5 instead of 0.3 cores in step 1; the load generator used"
                    + " 0.97 of its 1.00 cores in step 2: raise spec.load.generators.cpu"));
  }

  @Test
  void reportsWhatToChangeWhenPortsRunShort() {
    assertThat(
            Validity.check(run(step(1), step(2, three(0, 27_000, 4), 100.0, 800)), EXPECTED)
                .orElseThrow()
                .message())
        .isEqualTo(
            "a load generator opened 9000 connections in step 2: they use 27000 of its 28232 ports,"
                + " each until a minute after it was closed: raise spec.load.generators.count");
  }

  @Test
  void transactionsThatFoundNoFreePortAreTheGeneratorsFault() {
    StepResult step =
        StepResultBuilder.builder(step(2))
            .errors(List.of(new FailureCount("no free port in the load generator", 7L)))
            .stream(ordersWithoutPort(2))
            .build();

    assertThat(Validity.check(run(step(1), step), EXPECTED).orElseThrow())
        .isEqualTo(
            new Invalid(
                Reason.LOAD_GENERATOR_SATURATED,
                "9 transactions of step 2 failed because the load generator had no free port: raise"
                    + " spec.load.generators.count"));
  }

  /** The stream beside the load uses the same ports. */
  private static StreamResult ordersWithoutPort(long failed) {
    return new StreamResult(
        "order",
        5.0,
        5.0,
        100L,
        100 - failed,
        failed,
        1.0,
        1.0,
        null,
        true,
        null,
        List.of(new FailureCount("no free port in the load generator", failed)));
  }

  @Test
  void reportsTheLimitThatDiffers() {
    assertThat(messageOf(evidence(50.0, 3, 0.3, 0.1, 3, 0)))
        .isEqualTo("a server had a CPU limit of 0.1 instead of 0.3 cores in step 2");
    assertThat(messageOf(evidence(50.0, 3, null, 0)))
        .isEqualTo("a server had a CPU limit of none instead of 0.3 cores in step 2");
  }

  @Test
  void eachOfTwoLimitsMustBeInForce() {
    Validity.Expected tiers = EXPECTED.withMaxCpuLimitCores(0.5);

    assertThat(Validity.check(run(step(1, two(0.5, 0.3)), step(2, two(0.5, 0.3))), tiers))
        .isEmpty();
    assertThat(Validity.check(run(step(1, two(0.5, 0.3)), step(2, two(0.3, 0.3))), tiers))
        .map(Invalid::message)
        .hasValueSatisfying(
            message -> assertThat(message).contains("CPU limit of 0.3 instead of 0.5 cores"));
    assertThat(Validity.check(run(step(1, two(0.5, 0.3)), step(2, two(0.5, 0.5))), tiers))
        .map(Invalid::message)
        .hasValueSatisfying(
            message -> assertThat(message).contains("CPU limit of 0.5 instead of 0.3 cores"));
  }

  private static Evidence two(double max, double min) {
    return evidence(50.0, 3, max, min, 3, 0);
  }

  @Test
  void transactionsLeftOutBecauseTooManyWereOpenAreTheServersDoing() {
    StepResult overloaded =
        StepResultBuilder.builder(step(2))
            .counts(new StepCounts(800L, 500L, 300L, 200L, 600L, 900L, null, null))
            .build();

    assertThat(Validity.check(run(step(1), overloaded), EXPECTED)).isEmpty();
  }

  @Test
  void aStepWithoutEvidenceHasAReason() {
    StepResult blind =
        step(2)
            .evidenced(null)
            .withoutEvidence("Prometheus has no samples of the balancer's requests");

    assertThat(Validity.check(run(step(1), blind), EXPECTED).orElseThrow())
        .isEqualTo(
            new Invalid(
                Reason.SAMPLES_MISSING,
                "step 2 has no evidence of the servers: Prometheus has no samples of the"
                    + " balancer's requests"));
  }

  @Test
  void aRunThatNeverEndedIsMissingItsEnd() {
    RunResult run =
        new RunResult(
            1,
            RunPhase.RUNNING,
            null,
            null,
            null,
            null,
            List.of(step(1), step(2)),
            null,
            RIGHT,
            null,
            null,
            null);

    assertThat(Validity.check(run, EXPECTED).orElseThrow().message())
        .isEqualTo("the load generator did not report the end of the run");
  }

  private static String messageOf(Evidence evidence) {
    return Validity.check(run(step(1), step(2, evidence)), EXPECTED).orElseThrow().message();
  }
}
