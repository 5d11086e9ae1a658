package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ClockBounds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is kept of a pod's output, and what it says about the pod's clock. */
class PodOutputTest {
  private static final Instant CREATED = Instant.parse("2026-11-27T08:00:00Z");
  private static final String START =
      "{\"record\":\"start\",\"startedAt\":\"2026-11-27T08:00:10Z\"}\n";
  private static final String RUN =
      "{\"record\":\"run\",\"startedAt\":\"2026-11-27T08:00:10Z\","
          + "\"finishedAt\":\"2026-11-27T08:01:10Z\",\"totals\":{}}\n";

  private final PodOutput output = new PodOutput(CREATED);

  @Test
  void recordsStayAfterTheirLogWasRotated() {
    read(START + step(1, ""), 20, 21);
    read(step(2, ""), 40, 41);
    read("", 60, 61);

    assertThat(output.records())
        .hasExactlyElementsOfTypes(
            LoadRecord.Start.class, LoadRecord.Step.class, LoadRecord.Step.class);
    output.forget(1);
    assertThat(output.records())
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
  }

  /** It was printed after second 28 and before second 31, when its own clock showed 30. */
  @Test
  void aClockIsKnownWithinTheTimeBetweenTwoReadings() {
    read(START, 28, 29);
    read(step(1, ",\"printedAt\":\"2026-11-27T08:00:30Z\""), 30, 31);

    assertThat(output.clocks().get(1)).isEqualTo(new ClockBounds(-1000L, 4000L));
  }

  @Test
  void withoutItsTimeOfPrintingARecordMayBePrintedALittleAfterItsWindow() {
    read(START, 28, 29);
    read(step(1, ""), 30, 31);

    assertThat(output.clocks().get(1)).isEqualTo(new ClockBounds(-1000L, 7000L));
  }

  @Test
  void aReadingThatWasCutOffSaysNothingOfWhatIsNotThere() {
    read(START, 20, 21);
    output.add(records(""), false, at(28), at(29));
    read(step(1, ",\"printedAt\":\"2026-11-27T08:00:30Z\""), 30, 31);

    assertThat(output.clocks().get(1).maxMillis()).isEqualTo(12_000);
  }

  /** The original may have been printed long before the last reading. */
  @Test
  void aCopyDoesNotMakeAClockLookSlow() {
    read(START, 100, 101);
    read(step(1, ",\"printedAt\":\"2026-11-27T08:00:30Z\"") + RUN, 102, 103);

    assertThat(output.clocks().get(1)).isEqualTo(new ClockBounds(-73_000L, null));
    assertThat(output.clocks().get(1).leastMillis()).isZero();
  }

  /** Otherwise a step that waits for another generator would exceed the limit after a while. */
  @Test
  void recordsThatAreReadAgainAreCountedOnce() {
    read(START + step(1, ""), 20, 21);
    int once = output.bytes();
    read(START + step(1, ""), 22, 23);

    assertThat(output.bytes()).isEqualTo(once).isPositive();
    output.forget(1);
    assertThat(output.bytes()).isZero();
  }

  @Test
  void aPodPrintsNothingBeforeItIsCreated() {
    read(step(1, ",\"printedAt\":\"2026-11-27T07:59:30Z\""), 30, 31);

    assertThat(output.clocks().get(1).leastMillis()).as("behind").isEqualTo(-28_000);
  }

  private void read(String text, int from, int by) {
    output.add(records(text), true, at(from), at(by));
  }

  private static RecordReader.OfPod records(String text) {
    RecordReader.OfPod read = new RecordReader(0).next();
    read.accept(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    return read;
  }

  private static Instant at(int second) {
    return CREATED.plusSeconds(second);
  }

  private static String step(int number, String more) {
    return ("{\"record\":\"step\",\"step\":%d,\"users\":3,\"measuredFrom\":\"2026-11-27T08:00:10Z\","
            + "\"measuredTo\":\"2026-11-27T08:00:30Z\",\"transactions\":{}%s}\n")
        .formatted(number, more);
  }
}
