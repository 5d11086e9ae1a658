package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.RecordReaderTest.START;
import static dev.scalelab.operator.loadrun.RecordReaderTest.STEP;
import static dev.scalelab.operator.loadrun.RecordReaderTest.bytes;
import static dev.scalelab.operator.loadrun.RecordReaderTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Records among other output, torn, in pieces, and more than are kept. */
class RecordsInOutputTest {
  @Test
  void aLineThatIsStillBeingWrittenIsNotRead() {
    String torn = STEP.substring(0, STEP.length() / 2);
    assertThat(read(START + torn)).hasSize(1);
    assertThat(read(START + STEP.stripTrailing())).hasSize(1);
  }

  @Test
  void aLineThatWasTornInTheMiddleDoesNotSpoilTheNext() {
    String torn = STEP.substring(0, STEP.length() / 2) + "\n";
    assertThat(read(torn + START)).hasExactlyElementsOfTypes(LoadRecord.Start.class);
  }

  @Test
  void otherLinesArePassedOver() {
    String noise =
        "Picked up JAVA_TOOL_OPTIONS\n\n{}\n{\"level\":\"warn\"}\n{\"record\":\"weather\"}\n[1]\n";
    assertThat(read(noise + START + noise)).hasSize(1);
  }

  @Test
  void stepsThatAreRecordedAlreadyAreNotKeptAgain() {
    RecordReader.OfPod pod = new RecordReader(1).next();

    pod.accept(bytes(START + STEP + STEP.replace("\"step\":1,", "\"step\":2,")));

    assertThat(pod.records())
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
    assertThat(((LoadRecord.Step) pod.records().get(1)).step()).isEqualTo(2);
  }

  @Test
  void aRecordMayComeInPieces() {
    RecordReader.OfPod pod = new RecordReader(0).next();
    String output = START + STEP.replace("HTTP 503", "HTTP 503 \u2013 zu sp\u00e4t");

    byte[] all = output.getBytes(StandardCharsets.UTF_8);
    for (byte each : all) {
      pod.accept(ByteBuffer.wrap(new byte[] {each}));
    }

    assertThat(((LoadRecord.Step) pod.records().get(1)).errors().get(0).reason())
        .isEqualTo("HTTP 503 \u2013 zu sp\u00e4t");
  }

  /** Sixteen mebibytes were once read as one string in the operator's heap of seventy-two. */
  @Test
  void ofAChattyImageOnlyRecordsAreKept() {
    String chatter = "x".repeat(100) + "\n" + "{".repeat(2 * RecordReader.MAX_LINE_BYTES) + "\n";
    RecordReader.OfPod pod = new RecordReader(0).next();

    pod.accept(bytes(chatter + START + chatter + STEP));

    assertThat(pod.excess()).isEmpty();
    assertThat(pod.records())
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
  }

  @Test
  void moreOutputThanIsReadAtATimeIsReported() {
    RecordReader.OfPod pod = new RecordReader(0).next();

    for (int i = 0; i <= RecordReader.MAX_OUTPUT_BYTES / 1000; i++) {
      assertThat(pod.unfinished()).isFalse();
      pod.accept(bytes("chatter of an image ".repeat(50)));
    }

    assertThat(pod.unfinished()).isTrue();
    assertThat(pod.excess()).as("it is read on").isEmpty();
  }

  @Test
  void theTimesOfLinesAreTheKubeletsInAnyZone() {
    RecordReader.OfPod pod = new RecordReader(0).next();

    pod.accept(
        bytes(
            "2026-11-27T09:00:00.000000000+01:00 a line\n"
                + "2026-11-27T08:00:07.123456789Z "
                + START
                + "2026-11-27T08:00:09.000000001Z \n"
                + "2026-11-27T08:00:11.000000000Z torn"));

    assertThat(pod.records()).hasExactlyElementsOfTypes(LoadRecord.Start.class);
    assertThat(pod.firstLine()).hasValue(Instant.parse("2026-11-27T08:00:00Z"));
    assertThat(pod.lastLine()).hasValue(Instant.parse("2026-11-27T08:00:07.123456789Z"));
  }

  @Test
  void moreRecordsOfAllPodsThanAreKeptAreReported() {
    String padded = STEP.replace("HISTFAAA", "HISTFAAA".repeat(10_000));
    String steps =
        IntStream.rangeClosed(1, 50)
            .mapToObj(step -> padded.replace("\"step\":1,", "\"step\":%d,".formatted(step)))
            .collect(Collectors.joining());
    RecordReader job = new RecordReader(0);
    RecordReader.OfPod first = job.next();
    RecordReader.OfPod second = job.next();

    first.accept(bytes(steps + steps));
    second.accept(bytes(steps));

    assertThat(first.excess()).isEmpty();
    assertThat(second.excess()).hasValue("more than 6 MiB of records");
  }
}
