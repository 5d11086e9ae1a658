package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A visit of the book store on one server, which dies in the last test; and on a server of a web
 * tier, which has no database, and calls the beans of the first.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BookstoreIT {

  private Map<String, String> environment;
  private AppServer server;
  private AppServer web;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store");
    environment = postgres.environment("store");
    environment.put("WORKLOAD", "bookstore");
    environment.put("SESSION_COPIES", "1");
    environment.put("BEAN_COPIES", "1");
    environment.putAll(PageChecks.SETTINGS);
    DatasetRunner.succeed(environment, "reset");
    Map<String, String> ofBeans = new HashMap<>(environment);
    ofBeans.putAll(Map.of("TIER", "beans", "PARTITION", "beans"));
    server = AppServer.start("store-0", ofBeans);
    web = AppServer.start("web-0", ofWeb(server.url()));
    server.awaitReady();
    web.awaitReady();
  }

  private static Map<String, String> ofWeb(String beans) {
    return Map.of(
        "WORKLOAD", "bookstore",
        "TIER", "web",
        "PARTITION", "web",
        "BEANS_URL", beans,
        "BOOKSTORE_STATE", "both",
        "SESSION_CACHE", "local",
        "BEAN_CACHE", "local");
  }

  @AfterAll
  void stop() throws Exception {
    web.close();
    server.close();
  }

  @Test
  void aVisitEndsWithAPurchaseOfWhatWasLeftInTheBasket() throws Exception {
    ApiClient client = server.client();
    assertThat(client.get("/api/bookstore").json().getJsonArray("books")).hasSize(10);
    assertThat(client.hasSession()).as("the window does not start a session").isFalse();
    assertThat(logIn(client, 3).text("name")).isEqualTo("Reader 3");

    BigDecimal price =
        client.get("/api/bookstore/books/8").json().getJsonNumber("price").bigDecimalValue();
    assertThat(put(client, 8).number("copies")).isEqualTo(1);
    assertThat(put(client, 9).number("copies")).isEqualTo(2);
    assertThat(client.delete("/api/bookstore/basket/books/9").number("copies")).isEqualTo(1);
    assertThat(client.get("/api/bookstore/basket").number("copies")).isEqualTo(1);
    Answer bought = buy(client);

    assertThat(bought.status()).isEqualTo(201);
    assertThat(bought.number("readerId")).isEqualTo(3);
    assertThat(bought.json().getJsonNumber("total").bigDecimalValue()).isEqualByComparingTo(price);
    assertThat(client.get("/api/bookstore/basket").status())
        .as("the session has ended")
        .isEqualTo(401);
  }

  @Test
  void theAuditCountsPurchases() throws Exception {
    JsonObject before = DatasetRunner.succeed(environment, "audit");
    ApiClient client = server.client();
    logIn(client, 1);
    put(client, 1);
    buy(client);

    JsonObject after = DatasetRunner.succeed(environment, "audit");

    assertThat(sessions(after)).isEqualTo(sessions(before) + 1);
    assertThat(after.getBoolean("consistent")).isTrue();
  }

  /**
   * As if a proxy repeats a request. In some of the rounds the session ends just before another
   * request reads its basket: no reader is logged in then.
   */
  @Test
  void aBasketIsOnePurchaseHoweverOftenItIsBought() throws Exception {
    int rounds = 60;
    int before = sessions(DatasetRunner.succeed(environment, "audit"));

    for (int round = 0; round < rounds; round++) {
      ApiClient client = withABook();
      Queue<Integer> answers = new ConcurrentLinkedQueue<>();
      Parallel.times(2, i -> answers.add(buy(client.movedTo(server)).status()));
      assertThat(answers).hasSize(2).isSubsetOf(201, 409, 401);
      assertThat(answers).filteredOn(status -> status == 201).hasSize(1);
    }

    JsonObject after = DatasetRunner.succeed(environment, "audit");
    assertThat(sessions(after)).isEqualTo(before + rounds);
    assertThat(after.getBoolean("consistent")).isTrue();
  }

  /** Both have read the basket before either has bought it: a lock ensures that. */
  @Test
  void buyingABasketThatAnotherHasBoughtIsAConflict(Postgres.Instance postgres) throws Exception {
    ApiClient client = withABook();
    Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try (Connection holder = postgres.connect("store", "postgres");
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("LOCK TABLE purchases IN EXCLUSIVE MODE");
      for (int i = 0; i < 2; i++) {
        readers.submit(() -> answers.add(buy(client.movedTo(server))));
      }
      await("both wait").atMost(Duration.ofSeconds(60)).until(() -> waiting(postgres) == 2);
      holder.rollback();
      await("both are answered").atMost(Duration.ofSeconds(60)).until(() -> answers.size() == 2);
    } finally {
      readers.shutdownNow();
    }

    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(201, 409);
    assertThat(answers)
        .extracting(answer -> answer.text("error"))
        .containsExactlyInAnyOrder(null, "the basket was bought already");
  }

  private static int waiting(Postgres.Instance postgres) throws SQLException {
    return Integer.parseInt(
        postgres.query(
            "store",
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = 'store' AND wait_event_type = 'Lock'"));
  }

  /** The server that bought it may have died before the session's end was known to others. */
  @Test
  void whoseBasketWasBoughtBeginsAnotherWhenItIsEmpty(Postgres.Instance postgres) throws Exception {
    int bought = buy(withABook()).number("purchaseId");
    ApiClient client = withABook();
    // For the database, the same reader's next purchase already exists.
    postgres.superuser(
        "store", "CREATE UNIQUE INDEX once ON purchases (reader_id) WHERE id >= " + bought);
    try {
      assertThat(buy(client).text("error")).isEqualTo("the basket was bought already");
    } finally {
      postgres.superuser("store", "DROP INDEX once");
    }

    assertThat(client.delete("/api/bookstore/basket/books/7").number("copies")).isZero();
    put(client, 8);
    assertThat(buy(client).status()).isEqualTo(201);
  }

  @Test
  void aPurchaseThatWasRolledBackCanBeMadeAgain(Postgres.Instance postgres) throws Exception {
    ApiClient client = withABook();
    // The database accepts the purchase itself, which is inserted before its lines.
    postgres.superuser(
        "store", "ALTER TABLE purchase_lines ADD CONSTRAINT closed CHECK (false) NOT VALID");
    try {
      assertThat(buy(client).status()).isEqualTo(500);
    } finally {
      postgres.superuser("store", "ALTER TABLE purchase_lines DROP CONSTRAINT closed");
    }

    assertThat(buy(client).status()).isEqualTo(201);
  }

  @Test
  void requestsOfOneSessionAtATimeLoseNothing() throws Exception {
    ApiClient client = server.client();
    logIn(client, 5);

    Parallel.times(30, number -> put(client, 1 + number));

    assertThat(client.get("/api/bookstore/basket").number("changes")).isEqualTo(31);
  }

  @Test
  void theSessionRemembersWhatWasLookedAt() throws Exception {
    ApiClient client = server.client();
    client.get("/api/bookstore/books/5");
    client.get("/api/bookstore/books/6");

    assertThat(client.get("/api/bookstore").json().getJsonArray("lookedAt")).hasToString("[5,6]");
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | login | {\"readerId\":1,\"pin\":1} | 401",
        "POST   | login | {\"readerId\":999999,\"pin\":1} | 401",
        "POST   | login | {\"readerId\":0,\"pin\":1} | 400",
        "POST   | login | {\"readerId\":1} | 400",
        "GET    | books/999999 | | 404",
        "GET    | basket | | 401",
        "POST   | basket/books | {\"bookId\":1} | 401",
        "POST   | purchases | | 401",
      })
  void aVisitorWhoIsNotLoggedInGetsAnError(String method, String path, String body, int status)
      throws Exception {
    assertThat(server.client().send(method, "/api/bookstore/" + path, body).status())
        .isEqualTo(status);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | basket/books | {\"bookId\":999999} | 404",
        "POST   | basket/books | {\"bookId\":1.5} | 400",
        "POST   | basket/books | {} | 400",
        "DELETE | basket/books/4 | | 404",
        "POST   | purchases | | 409",
      })
  void aReadersBadRequestGetsAnError(String method, String path, String body, int status)
      throws Exception {
    ApiClient client = server.client();
    logIn(client, 2);

    assertThat(client.send(method, "/api/bookstore/" + path, body).status()).isEqualTo(status);
  }

  @Test
  void aWebTierSellsBooksOfTheBeanTier() throws Exception {
    int before = sessions(DatasetRunner.succeed(environment, "audit"));
    ApiClient client = web.client();
    assertThat(client.get("/api/bookstore").json().getJsonArray("books")).hasSize(10);
    assertThat(client.hasSession()).as("the window does not start a session").isFalse();

    assertThat(logIn(client, 6).text("name")).isEqualTo("Reader 6");
    assertThat(client.get("/api/bookstore/books/8").text("author")).isNotEmpty();
    put(client, 8);
    Answer basket = put(client, 9);

    assertThat(basket.number("copies")).isEqualTo(2);
    assertThat(basket.pod()).isEqualTo("web-0");
    assertThat(basket.state()).as("changed in the bean").endsWith(" 4 store-0");
    assertThat(client.delete("/api/bookstore/basket/books/9").number("copies")).isEqualTo(1);
    Answer bought = buy(client);
    assertThat(bought.status()).isEqualTo(201);
    assertThat(bought.number("readerId")).isEqualTo(6);
    assertThat(client.get("/api/bookstore/basket").status()).isEqualTo(401);
    assertThat(web.management("/metrics").body())
        .contains("setting=\"beanPool\"")
        .as("settings of a database")
        .doesNotContain("setting=\"connectionPool");
    JsonObject after = DatasetRunner.succeed(environment, "audit");
    assertThat(sessions(after)).isEqualTo(before + 1);
    assertThat(after.getBoolean("consistent")).isTrue();
  }

  /** As where all is in one server, though the exceptions are of another. */
  @Test
  void errorsOfTheBeanTierArriveAtClientsOfTheWebTier(Postgres.Instance postgres) throws Exception {
    ApiClient client = web.client();
    assertThat(client.get("/api/bookstore/books/999999").status()).isEqualTo(404);
    String wrong = "{\"readerId\":1,\"pin\":1}";
    assertThat(client.post("/api/bookstore/login", wrong).status()).isEqualTo(401);
    assertThat(client.post("/api/bookstore/basket/books", "{\"bookId\":1}").status())
        .isEqualTo(401);
    logIn(client, 7);
    assertThat(client.delete("/api/bookstore/basket/books/4").status()).isEqualTo(404);
    assertThat(buy(client).text("error")).isEqualTo("the basket is empty");

    int bought = buy(withABook()).number("purchaseId");
    put(client, 7);
    postgres.superuser(
        "store", "CREATE UNIQUE INDEX once ON purchases ((1)) WHERE id >= " + bought);
    try {
      assertThat(buy(client).text("error")).isEqualTo("the basket was bought already");
    } finally {
      postgres.superuser("store", "DROP INDEX once");
    }
    assertThat(buy(client).status()).isEqualTo(201);
  }

  @Test
  void readersBuyBooksOnThePage() throws Exception {
    PageChecks.readersBuyBooks(server);
  }

  /** The study's C1; after all tests that need the server's state. */
  @Nested
  class OnceTheServerIsBack {

    @Test
    void itsStateIsGone() throws Exception {
      ApiClient before = withABook();
      server.kill();
      server = server.restart().awaitReady();

      ApiClient client = before.movedTo(server);
      Answer first = client.post("/api/bookstore/basket/books", "{\"bookId\":7}");
      assertThat(first.status()).isEqualTo(401);
      assertThat(first.text("error"))
          .isEqualTo("no reader is logged in in this session: log in first");
      logIn(client, 4);
      Answer basket = client.get("/api/bookstore/basket");
      assertThat(basket.json().getJsonArray("lines")).isEmpty();
      assertThat(basket.number("changes")).isEqualTo(1);
    }
  }

  private static int sessions(JsonObject audit) {
    return audit.getJsonObject("done").getInt("session");
  }

  /** A reader with a book in the basket. */
  private ApiClient withABook() throws Exception {
    ApiClient client = server.client();
    logIn(client, 4);
    put(client, 7);
    return client;
  }

  private static Answer buy(ApiClient client) throws IOException {
    return client.post("/api/bookstore/purchases", null);
  }

  private static Answer logIn(ApiClient client, int reader) throws Exception {
    int pin = (int) (reader * 7919L % 10_000);
    Answer answer =
        client.post("/api/bookstore/login", "{\"readerId\":%d,\"pin\":%d}".formatted(reader, pin));
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }

  private static Answer put(ApiClient client, int book) throws Exception {
    Answer answer = client.post("/api/bookstore/basket/books", "{\"bookId\":%d}".formatted(book));
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }
}
