package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in the output of a load generator. */
class RecordReaderTest {
  private static final String START =
      "{\"record\":\"start\",\"run\":\"small-base-2-r1\",\"startedAt\":\"2026-01-01T12:00:00.250Z\",\"rates\":[20],\"seed\":1}\n";
  private static final String STEP =
      """
      {"record":"step","run":"small-base-2-r1","step":1,"targetPerSecond":20.0,\
      "startedAt":"2026-01-01T12:00:00Z","measuredFrom":"2026-01-01T12:00:05Z","measuredTo":"2026-01-01T12:00:25Z",\
      "measuredSeconds":20.0,"scheduled":400,"sent":400,"completed":398,"failed":2,"requests":1000,\
      "transactions":{"newOrder":{"ok":200,"failed":1,"requests":800,"histogram":"HISTFAAA"}},\
      "errors":[{"reason":"HTTP 503","count":2}],"pods":{"small-base-2-app-0":500},\
      "lateness":{"p50Millis":0.4,"p99Millis":2.1,"maxMillis":7.0},"cpuSeconds":3.2,"cpuLimitCores":1.0}
      """;

  @Test
  void recordsComeInTheirOrder() {
    assertThat(RecordReader.read(START + STEP))
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
  }

  @Test
  void aStepHasItsCountsAndItsTimes() {
    LoadRecord.Step step = (LoadRecord.Step) RecordReader.read(STEP).get(0);
    assertThat(step.measuredFrom()).isEqualTo(Instant.parse("2026-01-01T12:00:05Z"));
    assertThat(step.completed()).isEqualTo(398);
    assertThat(step.transactions().get("newOrder").histogram()).isEqualTo("HISTFAAA");
    assertThat(step.errors()).containsExactly(new LoadRecord.Failure("HTTP 503", 2));
    assertThat(step.pods()).containsEntry("small-base-2-app-0", 500L);
    assertThat(step.cpuLimitCores()).isEqualTo(1.0);
  }

  @Test
  void aStepMayHaveAStreamBesideIt() {
    String streamed =
        STEP.stripTrailing().replaceFirst("}$", "")
            + ",\"stream\":{\"transaction\":\"order\",\"targetPerSecond\":5.0,\"scheduled\":100,\"sent\":100,"
            + "\"shed\":0,\"ok\":99,\"failed\":1,\"requests\":100,\"requestsEach\":1,\"histogram\":\"HISTFBBB\",\"errors\":[{\"reason\":\"HTTP"
            + " 503\",\"count\":1}],\"pods\":{},\"lateness\":{\"p50Millis\":0.4,\"p99Millis\":2.1,\"maxMillis\":7.0}}}\n";

    LoadRecord.Step step = (LoadRecord.Step) RecordReader.read(streamed).get(0);

    assertThat(step.stream())
        .isEqualTo(
            new LoadRecord.Stream(
                "order",
                5,
                100,
                99,
                1,
                "HISTFBBB",
                List.of(new LoadRecord.Failure("HTTP 503", 1)),
                new LoadRecord.Lateness(0.4, 2.1, 7)));
  }

  @Test
  void aLineThatIsStillBeingWrittenIsNotRead() {
    String torn = STEP.substring(0, STEP.length() / 2);
    assertThat(RecordReader.read(START + torn)).hasSize(1);
    assertThat(RecordReader.read(START + STEP.stripTrailing())).hasSize(1);
  }

  @Test
  void aLineThatWasTornInTheMiddleDoesNotSpoilTheNext() {
    String torn = STEP.substring(0, STEP.length() / 2) + "\n";
    assertThat(RecordReader.read(torn + START)).hasExactlyElementsOfTypes(LoadRecord.Start.class);
  }

  @Test
  void otherLinesArePassedOver() {
    String noise =
        "Picked up JAVA_TOOL_OPTIONS\n\n{}\n{\"level\":\"warn\"}\n{\"record\":\"weather\"}\n[1]\n";
    assertThat(RecordReader.read(noise + START + noise)).hasSize(1);
  }

  @Test
  void nothingIsReadFromNothing() {
    assertThat(RecordReader.read("")).isEmpty();
  }
}
