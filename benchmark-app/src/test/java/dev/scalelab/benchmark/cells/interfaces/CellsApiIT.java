package dev.scalelab.benchmark.cells.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.Median;
import dev.scalelab.benchmark.support.Moved;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Parallel;
import jakarta.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Session beans without a database: on a server with the study's table, and on a cluster of two
 * servers with another table and a single bean thread, which run out of memory in the last test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CellsApiIT {

  private static final int NUMBERS_PER_REPETITION = 600;

  private static final int LEAST_LEAKS = 5;
  private static final int MOST_LEAKS = 12;

  private static final String OWN_TABLE =
      """
      config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception,level
      tree,TB1,1,10,,,1
      tree,TB2,2,,,,2
      tree,TB3,3,,,,3
      tree,TB3,4,,,,3
      tree,TB7,5,,,no,2
      work,TB6,100000,,,,1
      allocate,TB4,,20000000,,,1
      leak,TB4,,,20000000,,1
      """;

  private Path table;
  private AppServer shipped;
  private Cluster own;

  @BeforeAll
  void start() throws Exception {
    table = Files.createTempFile("scalelab", ".csv");
    Files.writeString(table, OWN_TABLE);
    Map<String, String> settings = new HashMap<>(PageChecks.SETTINGS);
    settings.put("WORKLOAD", "cells");
    settings.put("BEAN_POOL", "2");
    settings.put("SCREEN_HEAP", "true");
    shipped = AppServer.start("cells-0", settings);
    own = Cluster.ofTwo(ownTable(table));
    shipped.awaitReady();
    own.awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    shipped.close();
    own.close();
    Files.delete(table);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @Order(1)
  @CsvSource({
    "1, TB1 TB2 TB3, 6000, 600, 10000",
    "2, TB1 TB3 TB6, 13000, 1300, 10000",
    "3, TB1 TB2 TB4, 8000, 800, 0",
    "6, TB1 TB2 TB3 TB4 TB5 TB6, 27000, 2700, 0",
    "7, TB1 TB3 TB6, 13000, 1300, 0",
    "8, TB1 TB3 TB6, 13000, 1300, 0",
    "9, TB1 TB2 TB4, 8000, 800, 10000",
    "10, TB1 TB3 TB5 TB6, 20000, 2000, 0",
  })
  void aConfigurationOfTheStudyDoesWhatItsTableSays(
      String name, String beans, int repetitions, int memory, int leak) throws Exception {
    Answer answer = shipped.client().get("/api/cells/" + name);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("configuration")).isEqualTo(name);
    assertThat(beans(answer)).isEqualTo(beans);
    assertThat(answer.number("numbers")).isEqualTo(repetitions * NUMBERS_PER_REPETITION);
    assertThat(answer.number("allocatedBytes")).isEqualTo(memory);
    assertThat(answer.number("leakedBytes")).isEqualTo(leak);
    assertThat(answer.pod()).isEqualTo("cells-0");
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource({"4, TB5", "5, TB4"})
  void aBeanThatThrowsIsNamed(String name, String bean) throws Exception {
    Answer answer = shipped.client().get("/api/cells/" + name);

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text("error"))
        .isEqualTo(bean + " threw an exception, as configured in its table");
    assertThat(answer.text("field")).isEqualTo("configuration");
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource({
    "index.html, text/html, 434",
    "picture-1.png, image/png, 7028",
    "picture-2.png, image/png, 12420"
  })
  void aPageAndItsPicturesAreFiles(String file, String type, int bytes) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(shipped.url() + "/cells/" + file))
            .header("Accept", "application/json")
            .build();
    HttpResponse<byte[]> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith(type);
    assertThat(response.headers().firstValue("X-ScaleLab-Pod")).hasValue("cells-0");
    assertThat(response.body()).hasSize(bytes);
  }

  /** Of ten calls at the same time two are in each bean, and the others wait. */
  @Test
  @Order(1)
  @Moves({"ejb3_execution_time_total", "ejb3_wait_time_total"})
  void callsWaitForAnInstanceOfALimitedPool(TestInfo test) throws Exception {
    Moved moved = Moved.before(test, shipped);

    Parallel.times(10, 10, task -> shipped.client().get("/api/cells/3"));

    moved.check();
    assertThat(moved.by("ejb3_wait_time_total")).as("ms").isGreaterThan(20);
  }

  /** One call at a time, of 0.1 s each: two wait, and the others are refused. */
  @Test
  @Order(1)
  @Moves({"scalelab_bean_threads_busy_seconds", "scalelab_bean_threads_waited_seconds"})
  void beansWithOneThreadOfTheirOwnRefuseCallsThatFindTheQueueFull(TestInfo test) throws Exception {
    AppServer server = own.second();
    Moved moved = Moved.before(test, server);
    List<Answer> answers = Collections.synchronizedList(new ArrayList<>());
    long begun = System.nanoTime();

    Parallel.times(40, 20, task -> answers.add(server.client().get("/api/cells/work")));

    double seconds = (System.nanoTime() - begun) / 1e9;
    assertThat(answers).extracting(Answer::status).containsOnly(200, 503);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 503)
        .extracting(answer -> answer.text("error"))
        .containsOnly("all bean threads are in use, and their queue is full");
    moved.check();
    assertThat(moved.by("scalelab_bean_threads_busy_seconds"))
        .as("of one thread")
        .isLessThanOrEqualTo(seconds);
    assertThat(server.client().get("/api/cells/tree").status()).isEqualTo(200);
  }

  /** 10,000 bytes in each call of configuration 1, and nothing in those of configuration 3. */
  @Test
  @Order(1)
  @Moves("scalelab_old_generation_bytes")
  void whatACollectionDoesNotReturnHasLeaked(TestInfo test) throws Exception {
    assertThat(bytesKeptByACall("1", test)).isBetween(9_500.0, 11_000.0);
    assertThat(bytesKeptByACall("3", test)).isLessThan(500.0);
  }

  /** The median of five times 100 calls: the server itself keeps or releases 5 MB now and then. */
  private double bytesKeptByACall(String configuration, TestInfo test) throws Exception {
    List<Double> kept = new ArrayList<>();
    for (int time = 0; time < 5; time++) {
      Moved grown = Moved.before(test, shipped);
      for (int call = 0; call < 100; call++) {
        shipped.client().get("/api/cells/" + configuration);
      }
      kept.add(grown.by("scalelab_old_generation_bytes") / 100);
    }
    return Median.of(kept);
  }

  @Test
  @Order(1)
  void aConfigurationThatIsNotInTheTableIsRefused() throws Exception {
    Answer answer = shipped.client().get("/api/cells/11");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text("error")).isEqualTo("there is no configuration 11");
    assertThat(answer.text("field")).isEqualTo("configuration");
  }

  @Test
  @Order(1)
  void throwingIsNothingToLogAndBeginsNoSession() throws Exception {
    var client = shipped.client();
    client.get("/api/cells/4");

    assertThat(client.hasSession()).isFalse();
    assertThat(shipped.console()).doesNotContain("BeanThrewException");
  }

  @Test
  @Order(1)
  void beansAreCalledOnThePage() throws Exception {
    PageChecks.beansAreCalled(shipped);
  }

  @Test
  @Order(1)
  void aPageWithoutItsScriptSaysSo() {
    PageChecks.aPageWithoutItsScriptSaysSo(shipped);
  }

  @Test
  @Order(1)
  void aTableOfOnesOwnMakesATreeOnEachServer() throws Exception {
    for (AppServer server : List.of(own.first(), own.second())) {
      Answer answer = server.client().get("/api/cells/tree");

      assertThat(answer.pod()).isEqualTo(server.podName());
      assertThat(beans(answer)).isEqualTo("TB1 TB2 TB3 TB3 TB7");
      assertThat(answer.number("numbers")).isEqualTo(15 * NUMBERS_PER_REPETITION);
      assertThat(server.client().get("/api/cells/1").status()).isEqualTo(404);
    }
  }

  @Test
  @Order(1)
  void repetitionsTakeTheProcessorTimeThatIsStated() throws Exception {
    AppServer server = own.first();
    server.client().get("/api/cells/work");
    // The speed of a shared processor may change while it is measured: then it is measured again.
    String seen = "";
    for (int attempt = 1; attempt <= 12; attempt++) {
      double microsBefore = calibratedMicros();
      double before = server.metric("cpu_process_cpu_time_seconds");
      for (int i = 0; i < 20; i++) {
        server.client().get("/api/cells/work");
      }
      double seconds = server.metric("cpu_process_cpu_time_seconds") - before;
      double microsAfter = calibratedMicros();
      double min = 0.7 * 2 * Math.min(microsBefore, microsAfter);
      double max = 1.3 * 2 * Math.max(microsBefore, microsAfter);
      if (seconds >= min && seconds <= max) {
        return;
      }
      seen += " %.2f s, not within %.2f and %.2f s;".formatted(seconds, min, max);
    }
    fail("2 million repetitions took, compared with the calibration on this processor:" + seen);
  }

  /** CPU time of a repetition, measured with the command in the workload's documentation. */
  private static double calibratedMicros() throws Exception {
    Process calibrate =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("server.directory") + "/application/WEB-INF/classes",
                "dev.scalelab.benchmark.cells.infrastructure.CellsTool",
                "calibrate")
            .redirectErrorStream(true)
            .start();
    String output = new String(calibrate.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(calibrate.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
    assertThat(output).startsWith("one repetition (" + NUMBERS_PER_REPETITION + " numbers) takes ");
    return Double.parseDouble(output.replaceAll(".* takes ([0-9.]+) microseconds.*\\s*", "$1"));
  }

  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"1,TB9,1,1,1,no", "1,TB1,1,1,1"})
  void aBadTableEndsTheStartWithLineAndRule(String row) throws Exception {
    Path bad = Files.createTempFile("scalelab", ".csv");
    Files.writeString(bad, "config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception\n" + row);
    String rule = row.contains("TB9") ? "line 2, column bean: must be TB1," : "line 2: must have 6";

    assertThatStartEndsWith(bad, "CELLS_TABLE " + bad + ", " + rule);
    Files.delete(bad);
  }

  @Test
  @Order(1)
  void aTableThatIsNotThereEndsTheStart() throws Exception {
    Path missing = Path.of("/tmp/no/table.csv");

    assertThatStartEndsWith(missing, "CELLS_TABLE " + missing + " cannot be read");
  }

  @Test
  @Order(2)
  void whatIsAllocatedIsGivenBackAndWhatLeaksIsNot() throws Exception {
    for (int i = 0; i < 60; i++) {
      assertThat(own.first().client().get("/api/cells/allocate").status()).isEqualTo(200);
    }

    assertThat(leaksThatEnd(own.first())).isBetween(LEAST_LEAKS, MOST_LEAKS);
  }

  @Test
  @Order(3)
  void whatLeaksIsTheServersOwnAndGoneWithIt() throws Exception {
    Cluster.awaitMembers(own.second(), 1);
    assertThat(own.second().client().get("/api/cells/tree").status())
        .as("the remaining server")
        .isEqualTo(200);

    own.startFirst();

    assertThat(leaksThatEnd(own.first()))
        .as("the replacement server")
        .isBetween(LEAST_LEAKS, MOST_LEAKS);
    assertThat(leaksThatEnd(own.second()))
        .as("the server that survived two others")
        .isBetween(LEAST_LEAKS, MOST_LEAKS);
  }

  /** The number of leaks of 20 MB after which a server with a heap of 256 MB ends. */
  private static int leaksThatEnd(AppServer server) {
    int leaked = 0;
    try {
      while (leaked < 60) {
        server.client().get("/api/cells/leak");
        leaked++;
      }
    } catch (IOException ended) {
      // The server has ended during a request.
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.console().contains("OutOfMemoryError"));
    return leaked;
  }

  private static void assertThatStartEndsWith(Path table, String message) throws Exception {
    try (AppServer refusing = AppServer.start("cells-2", ownTable(table))) {
      assertThatThrownBy(refusing::awaitReady)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("the server has ended")
          .hasMessageContaining(message);
    }
  }

  private static Map<String, String> ownTable(Path table) {
    Map<String, String> settings = new HashMap<>();
    settings.put("WORKLOAD", "cells");
    settings.put("CELLS_TABLE", table.toString());
    settings.put("HEAP", "256m");
    settings.put("BEAN_THREADS", "1");
    settings.put("BEAN_QUEUE", "2");
    return settings;
  }

  private static String beans(Answer answer) {
    return answer.json().getJsonArray("beans").getValuesAs(JsonString.class).stream()
        .map(JsonString::getString)
        .collect(Collectors.joining(" "));
  }
}
