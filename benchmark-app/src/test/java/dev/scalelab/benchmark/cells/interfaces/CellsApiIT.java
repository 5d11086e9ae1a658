package dev.scalelab.benchmark.cells.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import jakarta.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Session beans on two servers without a database: one has the study's table, the other a table of
 * its own, and in the last test it runs out of memory.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CellsApiIT {

  private static final int NUMBERS_PER_REPETITION = 600;

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
  private AppServer own;

  @BeforeAll
  void start() throws Exception {
    table = Files.createTempFile("scalelab", ".csv");
    Files.writeString(table, OWN_TABLE);
    shipped = AppServer.start("cells-0", Map.of("WORKLOAD", "cells"));
    own = AppServer.start("cells-1", ownTable(table));
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
    assertThat(answer.text("error")).isEqualTo(bean + " has thrown, as its table says");
    assertThat(answer.text("field")).isEqualTo("configuration");
  }

  @Test
  @Order(1)
  void aConfigurationThatTheTableLacksIsRefused() throws Exception {
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
  void aTableOfOnesOwnMakesATree() throws Exception {
    Answer answer = own.client().get("/api/cells/tree");

    assertThat(beans(answer)).isEqualTo("TB1 TB2 TB3 TB3 TB7");
    assertThat(answer.number("numbers")).isEqualTo(15 * NUMBERS_PER_REPETITION);
    assertThat(own.client().get("/api/cells/1").status()).isEqualTo(404);
  }

  @Test
  @Order(1)
  void repetitionsTakeTheProcessorTimeThatIsStated() throws Exception {
    own.client().get("/api/cells/work");
    double before = own.metric("cpu_process_cpu_time_seconds");
    for (int i = 0; i < 20; i++) {
      own.client().get("/api/cells/work");
    }

    // 2 million repetitions of about a microsecond; processors differ.
    double seconds = own.metric("cpu_process_cpu_time_seconds") - before;
    assertThat(seconds).isBetween(0.5, 8.0);
  }

  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"1,TB9,1,1,1,no", "1,TB1,1,1,1"})
  void aBadTableEndsTheStartWithRowAndRule(String row) throws Exception {
    Path bad = Files.createTempFile("scalelab", ".csv");
    Files.writeString(bad, "config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception\n" + row);
    String rule = row.contains("TB9") ? "row 2, column bean: must be TB1," : "row 2: must have 6";

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
      assertThat(own.client().get("/api/cells/allocate").status()).isEqualTo(200);
    }

    int leaked = 0;
    try {
      while (leaked < 60) {
        own.client().get("/api/cells/leak");
        leaked++;
      }
    } catch (IOException ended) {
      // The server has ended in the middle of a request.
    }
    assertThat(leaked).as("leaks of 20 MB that a heap of 256 MB holds").isBetween(5, 12);
    await().atMost(Duration.ofSeconds(30)).until(() -> own.console().contains("OutOfMemoryError"));
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
    return Map.of("WORKLOAD", "cells", "CELLS_TABLE", table.toString(), "HEAP", "256m");
  }

  private static String beans(Answer answer) {
    return answer.json().getJsonArray("beans").getValuesAs(JsonString.class).stream()
        .map(JsonString::getString)
        .collect(Collectors.joining(" "));
  }
}
