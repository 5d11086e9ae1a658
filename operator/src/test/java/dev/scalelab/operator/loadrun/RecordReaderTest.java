package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records in the output of a load generator. */
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
    assertThat(read(START + STEP))
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
  }

  @Test
  void aStepHasItsCountsAndItsTimes() {
    LoadRecord.Step step = (LoadRecord.Step) read(STEP).get(0);
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
            + "\"shed\":0,\"ok\":99,\"failed\":1,\"requests\":100,\"requestsEach\":1,\"histogram\":\"HISTFBBB\",\"sentHistogram\":\"HISTFCCC\",\"errors\":[{\"reason\":\"HTTP"
            + " 503\",\"count\":1}],\"pods\":{},\"lateness\":{\"p50Millis\":0.4,\"p99Millis\":2.1,\"maxMillis\":7.0}}}\n";

    LoadRecord.Step step = (LoadRecord.Step) read(streamed).get(0);

    assertThat(step.stream())
        .isEqualTo(
            new LoadRecord.Stream(
                "order",
                5,
                100,
                99,
                1,
                "HISTFBBB",
                "HISTFCCC",
                List.of(new LoadRecord.Failure("HTTP 503", 1)),
                new LoadRecord.Lateness(0.4, 2.1, 7)));
  }

  /** The records in its documentation are a contract, also for users' own load generators. */
  @Test
  void theRecordsThatThePageOfTheLoadGeneratorShowsAreWhole() throws Exception {
    String page = Files.readString(Path.of("..", "gatling", "README.md"));
    String step = shown(page, "{\"record\":\"step\"");
    String streamed =
        step.replace("\"step\":2,", "\"step\":3,")
            .replaceFirst("}$", "," + shown(page, "\"stream\":") + "}");
    String lines =
        Stream.of(
                shown(page, "{\"record\":\"start\""),
                step,
                streamed,
                shown(page, "{\"record\":\"run\""))
            .map(line -> line + "\n")
            .collect(Collectors.joining());

    List<LoadRecord> records = read(lines);

    assertThat(records)
        .hasExactlyElementsOfTypes(
            LoadRecord.Start.class,
            LoadRecord.Step.class,
            LoadRecord.Step.class,
            LoadRecord.Run.class);
    assertThat(records.get(1))
        .usingRecursiveComparison()
        .isEqualTo(
            new LoadRecord.Step(
                "small-base-2-r1",
                2,
                0.25,
                null,
                null,
                Instant.parse("2026-11-21T05:00:30Z"),
                Instant.parse("2026-11-21T05:00:40Z"),
                Instant.parse("2026-11-21T05:01:00Z"),
                20,
                5,
                5,
                0,
                4,
                1,
                14,
                Map.of(
                    "newOrder", new LoadRecord.Transaction(3, 0, 3, 0, 12, 4, histogram(page, 0)),
                    "changeOrder", new LoadRecord.Transaction(1, 0, 1, 0, 1, 1, histogram(page, 1)),
                    "orderStatus",
                        new LoadRecord.Transaction(1, 0, 0, 1, 1, 1, histogram(page, 2))),
                histogram(page, "sentHistogram", 0),
                List.of(new LoadRecord.Failure("HTTP 503", 1)),
                Map.of("small-base-2-app-0", 7L, "small-base-2-app-1", 7L),
                new LoadRecord.Lateness(0.9, 3.4, 11.2),
                0.4,
                1.0,
                null,
                new LoadRecord.Connections(2, 3, 5),
                List.of(),
                Instant.parse("2026-11-21T05:01:00.004Z")));
    LoadRecord.Stream stream = ((LoadRecord.Step) records.get(2)).stream();
    assertThat(stream.ok()).isEqualTo(1);
    assertThat(stream.sentHistogram()).isEqualTo(histogram(page, "sentHistogram", 1));
    assertThat(((LoadRecord.Run) records.get(3)).totals())
        .containsEntry("orderStatus", new LoadRecord.Outcome(2, 1, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "start, startedAt",
    "step, measuredFrom",
    "step, measuredTo",
    "step, transactions",
    "step, targetPerSecond",
    "run, startedAt",
    "run, finishedAt",
    "run, totals"
  })
  void aRecordWithoutARequiredFieldIsIgnored(String kind, String field) throws Exception {
    String page = Files.readString(Path.of("..", "gatling", "README.md"));
    String whole = shown(page, "{\"record\":\"%s\"".formatted(kind));
    String lacking = whole.replace("\"" + field + "\":", "\"other\":");
    assertThat(lacking).isNotEqualTo(whole);

    assertThat(read(whole + "\n")).hasSize(1);
    assertThat(read(lacking + "\n")).isEmpty();
    assertThat(read(lacking + "\n" + whole + "\n")).hasSize(1);
  }

  @Test
  void aKindWithoutItsCountsIsNoRecord() throws Exception {
    String page = Files.readString(Path.of("..", "gatling", "README.md"));
    for (String kind : List.of("step", "run")) {
      String lacking =
          shown(page, "{\"record\":\"%s\"".formatted(kind))
              .replaceFirst("\"orderStatus\":\\{[^}]*}", "\"orderStatus\":null");
      assertThat(lacking).contains("null");

      assertThat(read(lacking + "\n")).as(kind).isEmpty();
    }
  }

  @Test
  void aStepThatIsNotNumberedFrom1IsNone() {
    assertThat(read(STEP.replace("\"step\":1,", "\"step\":0,"))).isEmpty();
  }

  @Test
  void usersWhoAreDoneWithoutAnyUsersAreNone() {
    assertThat(read(STEP.replace("\"step\":1,", "\"step\":1,\"usersDone\":3,"))).isEmpty();
  }

  /** A record that is documented in several lines, as a single line. */
  private static String shown(String page, String begin) {
    int from = page.indexOf("\n    " + begin) + 1;
    assertThat(from).as(begin).isPositive();
    return page.substring(from, page.indexOf("\n\n", from))
        .lines()
        .map(String::strip)
        .collect(Collectors.joining());
  }

  private static String histogram(String page, int place) {
    return histogram(page, "histogram", place);
  }

  private static String histogram(String page, String field, int place) {
    Matcher found = Pattern.compile("\"" + field + "\":\"([^\"]+)\"").matcher(page);
    return found.results().skip(place).findFirst().orElseThrow().group(1);
  }

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

  private static List<LoadRecord> read(String output) {
    RecordReader.OfPod pod = new RecordReader(0).next();
    pod.accept(bytes(output));
    assertThat(pod.excess()).isEmpty();
    return pod.records();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
