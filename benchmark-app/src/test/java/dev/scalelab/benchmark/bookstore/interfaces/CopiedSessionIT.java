package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Median;
import dev.scalelab.benchmark.support.Moved;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** When a web session is copied to the other of two servers, and what that sends. */
@Tag("nightly")
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopiedSessionIT {

  private static final int REQUESTS = 20;
  private static final int ROUNDS = 5;
  private static final int ANOTHER_BOOK = 31;
  private static final int LOOKS = 30;

  private Cluster cluster;
  private AppServer a;
  private AppServer b;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("copied_store");
    Map<String, String> environment = postgres.environment("copied_store");
    environment.putAll(Map.of("WORKLOAD", "bookstore", "BOOKSTORE_STATE", "web"));
    DatasetRunner.succeed(environment, "reset");
    cluster = Cluster.ofTwo(environment);
    cluster.awaitReady();
    a = cluster.first();
    b = cluster.second();
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void readingASessionSendsAsMuchAsChangingIt() throws Exception {
    ApiClient reader = loggedIn(1);
    for (int book = 1; book < ANOTHER_BOOK; book++) {
      put(reader, book);
    }

    // A late copy or a message of the cluster's own may be in the wrong round: the median has none.
    List<Double> changes = new ArrayList<>();
    List<Double> reads = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      changes.add(sentBy(i -> putOrTakeOut(reader, i)));
      reads.add(sentBy(i -> basket(reader)));
    }

    assertThat(Median.of(reads))
        .as("bytes by reads %s, by changes %s", reads, changes)
        .isCloseTo(Median.of(changes), withinPercentage(10));
  }

  /** A change after which the session is as large as it was one change before. */
  private static void putOrTakeOut(ApiClient client, int i) throws Exception {
    if (i % 2 == 0) {
      put(client, ANOTHER_BOOK);
    } else {
      succeeded(client.delete("/api/bookstore/basket/books/" + ANOTHER_BOOK));
    }
  }

  /** Bytes that the first server sends to the second for each of some requests. */
  private double sentBy(Parallel.Task request) throws Exception {
    double before = sent();
    for (int i = 0; i < REQUESTS; i++) {
      request.run(i);
    }
    return (sent() - before) / REQUESTS;
  }

  /** Bytes sent so far, once nothing is being sent: the last copy follows its answer. */
  private double sent() throws Exception {
    double last = a.metric("jgroups_sent_bytes");
    for (int look = 0; look < LOOKS; look++) {
      Thread.sleep(300);
      double now = a.metric("jgroups_sent_bytes");
      if (now == last) {
        return now;
      }
      last = now;
    }
    throw new AssertionError("the first server has not stopped sending");
  }

  @Test
  @Moves("infinispan_replication_failures_total")
  void aChangeIsAcknowledgedBeforeItIsCopied(TestInfo test) throws Exception {
    ApiClient reader = loggedIn(2);
    put(reader, 7);
    basket(reader);
    Moved moved = Moved.before(test, a);
    // The last copying has ended by then.
    Thread.sleep(1000);
    b.pause();
    try {
      long begin = System.nanoTime();
      assertThat(put(reader, 8).number("changes")).isEqualTo(3);
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .as("the copying fails after 17.5 s")
          .isLessThan(Duration.ofSeconds(15));

      moved.checkDuring(i -> Thread.sleep(500));
    } finally {
      b.resume();
    }
  }

  private ApiClient loggedIn(int reader) throws Exception {
    ApiClient client = a.client();
    int pin = reader * 7919 % 10_000;
    Answer answer =
        client.post("/api/bookstore/login", "{\"readerId\":%d,\"pin\":%d}".formatted(reader, pin));
    assertThat(answer.status()).isEqualTo(200);
    return client;
  }

  private static Answer put(ApiClient client, int book) throws Exception {
    return succeeded(client.post("/api/bookstore/basket/books", "{\"bookId\":%d}".formatted(book)));
  }

  private static Answer basket(ApiClient client) throws Exception {
    return succeeded(client.get("/api/bookstore/basket"));
  }

  private static Answer succeeded(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }
}
