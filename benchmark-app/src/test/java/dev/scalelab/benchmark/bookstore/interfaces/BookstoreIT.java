package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A visit of the book store on one server. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BookstoreIT {

  private Map<String, String> environment;
  private AppServer server;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store");
    environment = postgres.environment("store");
    environment.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(environment, "reset");
    server = AppServer.start("store-0", environment).awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @Test
  void aVisitEndsWithAPurchaseOfWhatWasLeftInTheBasket() throws Exception {
    ApiClient client = server.client();
    assertThat(client.get("/api/bookstore").json().getJsonArray("books")).hasSize(10);
    assertThat(client.hasSession()).as("the window begins no session").isFalse();
    assertThat(logIn(client, 3).text("name")).isEqualTo("Reader 3");

    BigDecimal price =
        client.get("/api/bookstore/books/8").json().getJsonNumber("price").bigDecimalValue();
    assertThat(put(client, 8).number("copies")).isEqualTo(1);
    assertThat(put(client, 9).number("copies")).isEqualTo(2);
    assertThat(client.delete("/api/bookstore/basket/books/9").number("copies")).isEqualTo(1);
    assertThat(client.get("/api/bookstore/basket").number("copies")).isEqualTo(1);
    Answer bought = client.post("/api/bookstore/purchases", null);

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
    client.post("/api/bookstore/purchases", null);

    JsonObject after = DatasetRunner.succeed(environment, "audit");

    assertThat(sessions(after)).isEqualTo(sessions(before) + 1);
    assertThat(after.getBoolean("consistent")).isTrue();
  }

  @Test
  void theAuditFindsPlantedFaults(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store_audit");
    Map<String, String> planted = postgres.environment("store_audit");
    planted.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(planted, "reset");
    postgres.superuser(
        "store_audit",
        """
        INSERT INTO purchases (reader_id, bought_at, total) VALUES (1, now(), 0), (1, now(), 5);
        INSERT INTO purchase_lines VALUES (2, 1, 1, 4)""");

    JsonObject audit = DatasetRunner.succeed(planted, "audit");

    assertThat(audit.getJsonObject("done")).hasToString("{\"session\":2}");
    assertThat(audit.getJsonObject("faults"))
        .hasToString("{\"purchasesOfNothing\":1,\"wrongTotals\":1}");
    assertThat(audit.getBoolean("consistent")).isFalse();
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
  void aVisitorWhoIsNotLoggedInIsToldWhatIsWrong(
      String method, String path, String body, int status) throws Exception {
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
  void aReaderIsToldWhatIsWrong(String method, String path, String body, int status)
      throws Exception {
    ApiClient client = server.client();
    logIn(client, 2);

    assertThat(client.send(method, "/api/bookstore/" + path, body).status()).isEqualTo(status);
  }

  private static int sessions(JsonObject audit) {
    return audit.getJsonObject("done").getInt("session");
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
