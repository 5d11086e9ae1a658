package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
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
import java.util.Optional;

/** Sessions of readers: the workload bookstore. */
final class BookstoreScript implements Script {
  private static final String JSON = "application/json";

  private final Dataset dataset;
  private final int books;
  private final ThinkTime thinkTime;
  private final Thinking thinking;
  private final long seed;
  private final int generator;

  BookstoreScript(Settings settings) {
    this.dataset = settings.workload().dataset();
    this.books = settings.workload().sizes().productsPerVisit();
    this.thinkTime = settings.users().thinkTime();
    this.thinking = new Thinking(thinkTime);
    this.seed = settings.workload().seed();
    this.generator = settings.generators().share().number();
  }

  @Override
  public Object data(Turn turn) {
    return new ReaderVisit(dataset, thinkTime, seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return exec(
        recorded.of(home()),
        thinking.before(recorded.of(logIn())),
        repeat(books).on(thinking.before(recorded.of(look())), thinking.before(recorded.of(put()))),
        thinking.before(recorded.of(takeOut())),
        thinking.before(recorded.of(confirm())),
        thinking.before(recorded.of(buy())));
  }

  @Override
  public Optional<HttpRequestActionBuilder> stateRequest() {
    // A basket is read from the web session, and a bean may be lost.
    return Optional.of(expecting(204, http("state").get("/api/bookstore/state")));
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
            .body(StringBody(session -> "{\"bookId\":" + visit(session).putBook() + "}")));
  }

  private static HttpRequestActionBuilder takeOut() {
    return expecting(
        200,
        http("takeOut")
            .delete(session -> "/api/bookstore/basket/books/" + visit(session).takeOutBook()));
  }

  private static HttpRequestActionBuilder confirm() {
    return expecting(200, http("confirm").get("/api/bookstore/basket"));
  }

  private HttpRequestActionBuilder buy() {
    return expecting(
        201,
        http("buy")
            .post(BookstoreScript::pathOfTheEnd)
            .header(Transaction.NUMBER, session -> Transaction.numberOf(session, generator)));
  }

  private static String pathOfTheEnd(Session session) {
    visit(session).state().end();
    return "/api/bookstore/purchases";
  }

  private static ReaderVisit visit(Session session) {
    return Transaction.of(session).data(ReaderVisit.class);
  }
}
