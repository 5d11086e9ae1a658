package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.ReaderVisit;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.Function;

/**
 * Sessions of readers: the workload bookstore. Each response about the basket contains the number
 * of changes of the session, and the user knows the expected number.
 */
final class BookstoreScript implements Script {
  private static final String JSON = "application/json";
  private static final String CHANGES = "changes";

  private final Dataset dataset;
  private final int books;
  private final ThinkTime thinkTime;
  private final Thinking thinking;
  private final long seed;

  BookstoreScript(Settings settings) {
    this.dataset = settings.workload().dataset();
    this.books = settings.workload().sizes().productsPerVisit();
    this.thinkTime = settings.users().thinkTime();
    this.thinking = new Thinking(thinkTime);
    this.seed = settings.workload().seed();
  }

  @Override
  public Object data(Turn turn) {
    return new ReaderVisit(dataset, thinkTime, seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    Function<Session, String> changed = session -> flaw(session, true);
    return exec(
        recorded.of(home()),
        thinking.before(recorded.of(logIn())),
        repeat(books)
            .on(thinking.before(recorded.of(look())), thinking.before(recorded.of(put(), changed))),
        thinking.before(recorded.of(takeOut(), changed)),
        thinking.before(recorded.of(confirm(), session -> flaw(session, false))),
        thinking.before(recorded.of(buy())));
  }

  private static HttpRequestActionBuilder home() {
    return expecting(200, http("home").get("/api/bookstore"));
  }

  private static HttpRequestActionBuilder logIn() {
    return expecting(
        200,
        http("logIn")
            .post("/api/bookstore/login")
            .header("Content-Type", JSON)
            .body(
                StringBody(
                    session ->
                        "{\"readerId\":%d,\"pin\":%d}"
                            .formatted(visit(session).logIn(), visit(session).pin()))));
  }

  private static HttpRequestActionBuilder look() {
    return expecting(
        200, http("look").get(session -> "/api/bookstore/books/" + visit(session).nextBook()));
  }

  private static HttpRequestActionBuilder put() {
    return expecting(
        200,
        http("put")
            .post("/api/bookstore/basket/books")
            .header("Content-Type", JSON)
            .body(StringBody(session -> "{\"bookId\":" + visit(session).putBook() + "}"))
            .check(jsonPath("$.changes").ofInt().saveAs(CHANGES)));
  }

  private static HttpRequestActionBuilder takeOut() {
    return expecting(
        200,
        http("takeOut")
            .delete(session -> "/api/bookstore/basket/books/" + visit(session).takeOutBook())
            .check(jsonPath("$.changes").ofInt().saveAs(CHANGES)));
  }

  private static HttpRequestActionBuilder confirm() {
    return expecting(
        200,
        http("confirm")
            .get("/api/bookstore/basket")
            .check(jsonPath("$.changes").ofInt().saveAs(CHANGES)));
  }

  private static HttpRequestActionBuilder buy() {
    return expecting(201, http("buy").post("/api/bookstore/purchases"));
  }

  private static String flaw(Session session, boolean changed) {
    return visit(session).flaw(session.getInt(CHANGES), changed);
  }

  private static ReaderVisit visit(Session session) {
    return Transaction.of(session).data(ReaderVisit.class);
  }
}
