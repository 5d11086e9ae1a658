package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.QueueResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StreamResult;
import dev.scalelab.operator.support.Objectives;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the stream beside a step is kept, from accepted and taken transactions. */
class StreamJudgementTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(200);
  private static final QueueResult LEVEL = new QueueResult(5.0, 3L, 0L, 40.0);

  @Test
  void anAcceptedStreamIsNotKeptUntilTheQueuesAreKnown() {
    StepResult step = step(100, 100);

    assertThat(step.stream().kept()).isNull();
    assertThat(step.keptStream()).isFalse();
    assertThat(step.missedStream()).isFalse();
    assertThat(step.evidenced(evidence(LEVEL)).keptStream()).isTrue();
    assertThat(step.evidenced(evidence(LEVEL)).evidenced(null)).isEqualTo(step);
    assertThat(step.evidenced(evidence(null)).keptStream())
        .as("servers without a report")
        .isFalse();
  }

  @Test
  void aStepWithoutAStreamMissesNone() {
    StepResult step =
        StepMeasurement.of(Steps.step(1, Map.of("visit", Steps.histogram(1))), OBJECTIVES);

    assertThat(step.evidenced(evidence(null)).keptStream()).isTrue();
    assertThat(step.missedStream()).isFalse();
  }

  @ParameterizedTest(name = "{1} of {0}")
  @CsvSource({"100, 97", "1000, 989", "10, 7"})
  void tooFewThatWereAcceptedAreMissedAtOnce(long scheduled, long accepted) {
    StepResult step = step(scheduled, accepted);

    assertThat(step.missedStream()).isTrue();
    assertThat(step.stream().notKept())
        .isEqualTo("%d of %d scheduled transactions were accepted".formatted(accepted, scheduled));
    assertThat(step.stream().inWords()).endsWith(", not kept: does not count as capacity");
    assertThat(step.evidenced(evidence(LEVEL)).missedStream()).isTrue();
    assertThat(step.objectivesMet()).as("the stream is not among them").isTrue();

    StepResult oneMore = step(scheduled, accepted + 1).evidenced(evidence(LEVEL));
    assertThat(oneMore.keptStream()).isTrue();
    assertThat(oneMore.stream().notKept()).isNull();
  }

  @ParameterizedTest(name = "{1} at {0}/s")
  @CsvSource({"5, 5", "30, 30", "2, 2", "1, 2", "0.1, 2"})
  void queuesMayGrowByWhatArrivesInOneSecond(double perSecond, long growth) {
    assertThat(asked(perSecond, growth).kept()).isTrue();
    assertThat(asked(perSecond, growth + 1).kept()).isFalse();
    assertThat(asked(perSecond, -1000).kept()).as("those of before are taken, too").isTrue();
  }

  @Test
  void listenersThatAreTooSlowAreReportedWithFigures() {
    StreamResult stream =
        step(100, 100).evidenced(evidence(new QueueResult(2.1, 180L, 58L, 40.0))).stream();

    assertThat(stream.kept()).isFalse();
    assertThat(stream.notKept())
        .isEqualTo(
            "5.0/s were accepted and listeners completed 2.1/s: the queues grew by 58 to 180");
  }

  @Test
  void bothFaultsAreReported() {
    StreamResult stream =
        step(100, 80).evidenced(evidence(new QueueResult(1.0, 60L, 60L, 40.0))).stream();

    assertThat(stream.notKept())
        .isEqualTo(
            "80 of 100 scheduled transactions were accepted; 4.0/s were accepted and listeners completed"
                + " 1.0/s: the queues grew by 60 to 60");
  }

  private static StreamResult asked(double perSecond, long growth) {
    return new StreamResult(
            "order", perSecond, perSecond, 100L, 100L, 0L, 8.0, 8.0, null, null, null, List.of())
        .judged(new QueueResult(perSecond, 2000L, growth, 40.0));
  }

  /** A step of 20 s with a stream of 5/s beside it. */
  private static StepResult step(long scheduled, long accepted) {
    return StepMeasurement.of(
        Steps.streamed(
            Steps.step(1, Map.of("visit", Steps.histogram(1, 2, 3))), scheduled, accepted),
        OBJECTIVES);
  }

  private static Evidence evidence(QueueResult queue) {
    return new Evidence(null, null, null, null, null, null, queue, null, null, null, null);
  }
}
