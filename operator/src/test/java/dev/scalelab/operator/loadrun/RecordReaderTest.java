package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.StateCounts;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records in the output of a load generator. */
class RecordReaderTest {
  static final String START =
      "{\"record\":\"start\",\"run\":\"small-base-2-r1\",\"startedAt\":\"2026-01-01T12:00:00.250Z\",\"rates\":[20],\"seed\":1}\n";
  static final String STEP =
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
                Instant.parse("2026-11-21T05:01:00.004Z"),
                new LoadRecord.Series(histogram(page, "perSecond", 0), 5, parts(page)),
                new StateCounts(3L, 3L, 1L, 0L, 0L, 0L, 0L, 0L),
                null,
                new RequestFailures(null, null, null, 1L, null, null, null, null, null)));
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
    String missing = whole.replace("\"" + field + "\":", "\"other\":");
    assertThat(missing).isNotEqualTo(whole);

    assertThat(read(whole + "\n")).hasSize(1);
    assertThat(read(missing + "\n")).isEmpty();
    assertThat(read(missing + "\n" + whole + "\n")).hasSize(1);
  }

  @Test
  void aKindWithoutItsCountsIsNoRecord() throws Exception {
    String page = Files.readString(Path.of("..", "gatling", "README.md"));
    for (String kind : List.of("step", "run")) {
      String missing =
          shown(page, "{\"record\":\"%s\"".formatted(kind))
              .replaceFirst("\"orderStatus\":\\{[^}]*}", "\"orderStatus\":null");
      assertThat(missing).contains("null");

      assertThat(read(missing + "\n")).as(kind).isEmpty();
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

  private static List<String> parts(String page) {
    Matcher found = Pattern.compile("\"histograms\":\\[([^]]+)]").matcher(page);
    assertThat(found.find()).isTrue();
    return List.of(found.group(1).replaceAll("[\\s\"]", "").split(","));
  }

  static List<LoadRecord> read(String output) {
    RecordReader.OfPod pod = new RecordReader(0).next();
    pod.accept(bytes(output));
    assertThat(pod.excess()).isEmpty();
    return pod.records();
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
