package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.SessionWatch;
import dev.scalelab.benchmark.support.SessionWatch.Copies;
import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The study's configurations for two servers, and another one, with a server that dies: where the
 * state is, and that afterwards it is complete if another server has it, and otherwise lost.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BookstoreStateIT {

  private static final int READERS = 12;
  private static final String A_STRANGER = "no reader is logged in in this session: log in first";
  private static final String LOST = "the session was lost with its server: log in again";

  private Map<String, String> environment;

  @BeforeAll
  void fill(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store_of_two");
    environment = postgres.environment("store_of_two");
    environment.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(environment, "reset");
  }

  /** A reader's session, and the servers that store it. */
  private record Visit(int reader, ApiClient client, Copies copies) {

    /** A reader's own book, in addition to the common one. */
    Map<Integer, Integer> basket() {
      return Map.of(7, 1, 10 + reader, 1);
    }
  }

  @Test
  void stateIsWholeOnTheOtherServerThatHasItsCopy() throws Exception {
    stateAfterAServerHasDied("C5", "bean", "distributed", 2, "distributed", 2);
  }

  @Tag("nightly")
  @ParameterizedTest(name = "{0}: {1}, web sessions {2} {3}, beans {4} {5}")
  @CsvSource({
    "C2, web, local, 0, local, 0",
    "C3, web, distributed, 2, local, 0",
    "C4, cookie, local, 0, distributed, 2",
    "one copy instead of C2's none, web, distributed, 1, local, 0",
    "on all servers instead of C5's two, bean, replicated, 2, replicated, 2",
    "not in the study, both, distributed, 2, distributed, 2"
  })
  void stateIsWholeWhereTheOtherServerHasItAndElseGone(
      String study, String state, String webCache, int webCopies, String beanCache, int beanCopies)
      throws Exception {
    stateAfterAServerHasDied(study, state, webCache, webCopies, beanCache, beanCopies);
  }

  private void stateAfterAServerHasDied(
      String study, String state, String webCache, int webCopies, String beanCache, int beanCopies)
      throws Exception {
    // A local cache has no copies; the number is then of no importance.
    settings(state, Math.max(1, webCopies), Math.max(1, beanCopies));
    environment.put("SESSION_CACHE", webCache);
    environment.put("BEAN_CACHE", beanCache);
    DatasetRunner.succeed(environment, "reset");
    try (Cluster cluster = Cluster.ofTwo(environment)) {
      boolean clustered = webCopies + beanCopies > 0;
      if (clustered) {
        cluster.awaitReady();
      } else {
        cluster.awaitReadyApart();
      }
      List<Visit> visits = begun(cluster, webCopies > 0, beanCopies > 0);
      assertThat(visits)
          .as(study)
          .extracting(visit -> visit.copies().ofWebSession())
          .containsOnly(webCopies);
      assertThat(visits)
          .as(study)
          .extracting(visit -> visit.copies().ofBean())
          .containsOnly(beanCopies);
      if (webCopies == 1) {
        assertThat(visits)
            .as("what begins on a server is kept there")
            .allMatch(v -> v.copies().onSecond().webSession() == (v.reader() % 2 == 1));
      }
      requestsOfOneSessionAtATimeLoseNothing(cluster.first());
      if (clustered) {
        cluster.killFirst();
      } else {
        cluster.first().kill();
      }

      int bought = 0;
      for (Visit visit : visits) {
        Visit moved =
            new Visit(visit.reader(), visit.client().movedTo(cluster.second()), visit.copies());
        if (Math.max(webCopies, beanCopies) == 2 || visit.reader() % 2 == 1) {
          isWhole(moved);
          bought++;
          buy(moved);
        } else {
          getsAnErrorAndLogsInAgain(moved);
        }
      }
      JsonObject audit = DatasetRunner.succeed(environment, "audit");
      assertThat(audit.getBoolean("consistent")).isTrue();
      assertThat(audit.getJsonObject("done").getInt("session")).isEqualTo(bought);
    }
  }

  /** The sessions are on both servers, and each bean is only on the server where it was created. */
  @Test
  void aSessionWithoutItsBeanGetsAnErrorAndLogsInAgain() throws Exception {
    settings("both", 2, 1);
    try (Cluster cluster = Cluster.ofTwo(environment)) {
      cluster.awaitReady();
      List<Visit> visits = begun(cluster, true, true);
      assertThat(visits).extracting(visit -> visit.copies().ofWebSession()).containsOnly(2);
      assertThat(visits).extracting(visit -> visit.copies().ofBean()).containsOnly(1);
      cluster.killFirst();

      for (Visit visit : visits) {
        Visit moved =
            new Visit(visit.reader(), visit.client().movedTo(cluster.second()), visit.copies());
        if (visit.copies().onSecond().bean()) {
          isWhole(moved);
        } else {
          Answer answer = put(moved.client(), 7);
          assertThat(answer.status()).as("%s", visit).isEqualTo(401);
          assertThat(answer.text("error")).as("%s", visit).isEqualTo(LOST);
          logsInAgain(moved, 0);
        }
      }
    }
  }

  private void settings(String state, int webCopies, int beanCopies) {
    environment.remove("SESSION_CACHE");
    environment.remove("BEAN_CACHE");
    environment.put("BOOKSTORE_STATE", state);
    environment.put("SESSION_COPIES", String.valueOf(webCopies));
    environment.put("BEAN_COPIES", String.valueOf(beanCopies));
  }

  /** Half of the readers log in at each server, and add two books to their baskets. */
  private static List<Visit> begun(Cluster cluster, boolean webSessions, boolean beans)
      throws Exception {
    SessionWatch watch = new SessionWatch(cluster, webSessions, beans);
    List<Visit> visits = new ArrayList<>();
    for (int reader = 1; reader <= READERS; reader++) {
      AppServer server = reader % 2 == 0 ? cluster.first() : cluster.second();
      ApiClient client = server.client();
      fillBasket(client, reader);
      visits.add(new Visit(reader, client, watch.ofNewSession()));
    }
    return visits;
  }

  /**
   * The bean's lock and the web session's lock are separate: a request that is overtaken between
   * them could overwrite newer state. It is only visible after the last request, so there are
   * several rounds.
   */
  private static void requestsOfOneSessionAtATimeLoseNothing(AppServer server) throws Exception {
    ApiClient client = server.client();
    logIn(client, READERS + 1);
    int changes = 1;
    for (int round = 0; round < 12; round++) {
      Parallel.times(8, number -> assertThat(put(client, 1 + number).status()).isEqualTo(200));
      changes += 8;
      assertThat(client.get("/api/bookstore/basket").number("changes")).isEqualTo(changes);
    }
  }

  private static void fillBasket(ApiClient client, int reader) throws Exception {
    logIn(client, reader);
    for (int book : List.of(7, 10 + reader)) {
      Answer answer = put(client, book);
      assertThat(answer.status()).as("book %s: %s", book, answer).isEqualTo(200);
    }
    // A session's next request waits until the previous change is replicated.
    client.get("/api/bookstore/basket");
  }

  private static void isWhole(Visit visit) throws Exception {
    Answer first = firstRequest(visit);
    assertThat(first.status()).as("%s", visit).isEqualTo(200);
    Map<Integer, Integer> basket = new TreeMap<>(visit.basket());
    if (visit.reader() % 3 == 1) {
      basket.merge(7, 1, Integer::sum);
    }
    hasBasket(visit, basket, visit.reader() % 3 == 2 ? 3 : 4);
  }

  private static void getsAnErrorAndLogsInAgain(Visit visit) throws Exception {
    Answer first = firstRequest(visit);
    boolean looks = visit.reader() % 3 == 0;
    if (looks) {
      // Allowed for everyone, and starts a session.
      assertThat(first.status()).as("%s", visit).isEqualTo(200);
      assertThat(visit.client().get("/api/bookstore/basket").status()).isEqualTo(401);
    } else {
      assertThat(first.status()).as("%s", visit).isEqualTo(401);
      assertThat(first.text("error")).as("%s", visit).isEqualTo(A_STRANGER);
    }
    logsInAgain(visit, looks ? 1 : 0);
  }

  private static void logsInAgain(Visit visit, int changes) throws Exception {
    logIn(visit.client(), visit.reader());
    hasBasket(visit, Map.of(), changes + 1);
  }

  /** Depends on the reader's number: shows a book, adds one to the basket, or shows the basket. */
  private static Answer firstRequest(Visit visit) throws Exception {
    return switch (visit.reader() % 3) {
      case 0 -> visit.client().get("/api/bookstore/books/3");
      case 1 -> put(visit.client(), 7);
      default -> visit.client().get("/api/bookstore/basket");
    };
  }

  private static void hasBasket(Visit visit, Map<Integer, Integer> copies, int changes)
      throws Exception {
    Answer answer = visit.client().get("/api/bookstore/basket");
    assertThat(answer.status()).as("%s", visit).isEqualTo(200);
    Map<Integer, Integer> found = new TreeMap<>();
    for (JsonObject line : answer.json().getJsonArray("lines").getValuesAs(JsonObject.class)) {
      found.put(line.getInt("bookId"), line.getInt("copies"));
    }
    assertThat(found).as("%s", visit).isEqualTo(copies);
    assertThat(answer.number("changes")).as("%s", visit).isEqualTo(changes);
  }

  private static void buy(Visit visit) throws Exception {
    Answer answer = visit.client().post("/api/bookstore/purchases", null);
    assertThat(answer.status()).as("%s: %s", visit, answer).isEqualTo(201);
  }

  private static void logIn(ApiClient client, int reader) throws Exception {
    int pin = reader * 7919 % 10_000;
    Answer answer =
        client.post("/api/bookstore/login", "{\"readerId\":%d,\"pin\":%d}".formatted(reader, pin));
    assertThat(answer.status()).isEqualTo(200);
  }

  private static Answer put(ApiClient client, int book) throws Exception {
    return client.post("/api/bookstore/basket/books", "{\"bookId\":%d}".formatted(book));
  }
}
