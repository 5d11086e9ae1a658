package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The configurations of the study with two servers, one of which dies: where the state is, and
 * whether it is there afterwards.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BookstoreStateIT {
  private static final int READERS = 10;

  private Map<String, String> environment;

  @BeforeAll
  void fill(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store_of_two");
    environment = postgres.environment("store_of_two");
    environment.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(environment, "reset");
  }

  @ParameterizedTest(name = "{0}: {1}, {2} of each: {3}")
  @CsvSource({"C2, web, 1, LOST", "C3, web, 2, THERE", "C4, bean, 2, THERE", "C5, both, 2, THERE"})
  void stateOutlivesItsServerWhereItIsReplicated(
      String study, String state, String copies, Fate expected) throws Exception {
    try (Cluster cluster = started(state, copies)) {
      List<ApiClient> readers = readersOf(cluster.first());
      cluster.first().kill();

      List<Fate> fates = new ArrayList<>();
      for (ApiClient reader : readers) {
        fates.add(fate(reader.movedTo(cluster.second())));
      }
      // With one copy, the other server may be the one that has it.
      assertThat(fates).as(study).hasSize(READERS).contains(expected);
      assertThat(fates)
          .as(study)
          .filteredOn(fate -> fate != expected)
          .hasSizeLessThan(expected == Fate.LOST ? READERS : 1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"bean", "both"})
  void whoseStateIsLostIsToldAndLogsInAgain(String state) throws Exception {
    try (Cluster cluster = started(state, "1")) {
      List<ApiClient> readers = readersOf(cluster.first());
      cluster.first().kill();

      for (int i = 0; i < READERS; i++) {
        ApiClient moved = readers.get(i).movedTo(cluster.second());
        int first = request(moved, i).status();
        assertThat(first).as("reader %d", i).isIn(200, 401);
        assertThat(logIn(moved, 1 + i)).as("reader %d, after %d", i, first).isEqualTo(200);
        assertThat(request(moved, i).status()).isEqualTo(200);
      }
    }
  }

  /** Looks, puts or asks for the basket, in turn. */
  private static Answer request(ApiClient client, int number) throws Exception {
    return switch (number % 3) {
      case 0 -> client.get("/api/bookstore/books/3");
      case 1 -> client.post("/api/bookstore/basket/books", "{\"bookId\":7}");
      default -> client.get("/api/bookstore/basket");
    };
  }

  private Cluster started(String state, String copies) throws Exception {
    environment.put("BOOKSTORE_STATE", state);
    environment.put("SESSION_COPIES", copies);
    Cluster cluster = Cluster.ofTwo(environment);
    cluster.awaitReady();
    return cluster;
  }

  /** What became of a session. */
  private enum Fate {
    THERE,
    LOST
  }

  private static int logIn(ApiClient client, int reader) throws Exception {
    int pin = reader * 7919 % 10_000;
    return client
        .post("/api/bookstore/login", "{\"readerId\":%d,\"pin\":%d}".formatted(reader, pin))
        .status();
  }

  private static List<ApiClient> readersOf(AppServer server) throws Exception {
    List<ApiClient> readers = new ArrayList<>();
    for (int reader = 1; reader <= READERS; reader++) {
      ApiClient client = server.client();
      assertThat(logIn(client, reader)).isEqualTo(200);
      Answer answer = client.post("/api/bookstore/basket/books", "{\"bookId\":7}");
      assertThat(answer.status()).isEqualTo(200);
      // A session's next request waits until the change before it is replicated.
      client.get("/api/bookstore/basket");
      readers.add(client);
    }
    return readers;
  }

  private static Fate fate(ApiClient client) throws Exception {
    Answer answer = client.get("/api/bookstore/basket");
    if (answer.status() == 401) {
      return Fate.LOST;
    }
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.number("copies")).isEqualTo(1);
    return Fate.THERE;
  }
}
