package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Visits to a cart: what is sent, what is timed, and what becomes of a session's state. */
class VisitsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);

  /** 50 visits of five products, 30 of them due in the measured window. */
  private static final Map<String, String> VISITS =
      Map.of(
          "WORKLOAD", "cart",
          "PRODUCTS_PER_VISIT", "5",
          "RATES", "10",
          "STEP_SECONDS", "5",
          "WARM_UP_SECONDS", "2",
          "RAMP_SECONDS", "0");

  @Test
  void aVisitFillsLooksAtAndDropsOneCart() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, VISITS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"visit\":{\"ok\":50,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "POST /api/cart/products", 250L,
                  "GET /api/cart", 50L,
                  "DELETE /api/cart", 50L));
    }
  }

  @Test
  void aSessionOfTheBookStoreGoesFromTheWindowToThePurchase() throws Exception {
    Map<String, String> sessions = with("WORKLOAD", "bookstore");
    sessions.put("PRODUCTS_PER_VISIT", "3");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, sessions)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"session\":{\"ok\":50,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "GET /api/bookstore", 50L,
                  "POST /api/bookstore/login", 50L,
                  "GET /api/bookstore/books/N", 150L,
                  "POST /api/bookstore/basket/books", 150L,
                  "DELETE /api/bookstore/basket/books/N", 50L,
                  "GET /api/bookstore/basket", 50L,
                  "POST /api/bookstore/purchases", 50L));
    }
  }

  @Test
  void thinkTimeIsTakenAndIsNoPartOfAVisitsTime() throws Exception {
    Map<String, String> thinking = with("THINK_MILLIS", "200");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, thinking)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode run = generator.records().run();
      assertThat(run.get("totals").get("visit").get("ok").asLong()).isEqualTo(50);
      // Six pauses of 200 ms: a visit lasts 1.2 s, and the last begins in the fifth second.
      Duration lasted =
          Duration.between(
              Instant.parse(run.get("startedAt").asText()),
              Instant.parse(run.get("finishedAt").asText()));
      assertThat(lasted).isBetween(Duration.ofMillis(6000), Duration.ofMillis(9000));
      JsonNode step = generator.records().steps().get(0);
      double p95 = Records.merged(step).getValueAtPercentile(95) / 1000.0;
      assertThat(p95).as("p95 in ms").isLessThan(600);
    }
  }

  @Test
  void lostAndStaleStateFailTheVisitUnderNamesOfTheirOwn() throws Exception {
    assertThat(failures(VISITS, "GET /api/cart", Map.of(10, Action.FORGET, 20, Action.SET_BACK)))
        .isEqualTo(Map.of("session state was lost", 1L, "session state was stale", 1L));
  }

  @Test
  void aConflictIsALostCartOnlyWhenItSaysSo() throws Exception {
    Map<Integer, Action> conflicts = Map.of(100, Action.LOSE, 150, Action.CONFLICT);

    assertThat(failures(VISITS, "POST /api/cart/products", conflicts))
        .isEqualTo(Map.of("session state was lost", 1L, "HTTP 409", 1L));
  }

  @Test
  void aChangeOntoOlderStateIsToldAsRolledBack() throws Exception {
    Map<String, Long> failures =
        failures(
            with("WORKLOAD", "bookstore"),
            "DELETE /api/bookstore/basket/books/N",
            Map.of(10, Action.SET_BACK));

    assertThat(failures).isEqualTo(Map.of("session state was rolled back", 1L));
  }

  /**
   * Failed visits by reason, of a server that does something to sessions.
   *
   * @param kind the requests that it does it in
   * @param actions what, by the number of the request among these, from 1
   */
  private static Map<String, Long> failures(
      Map<String, String> settings, String kind, Map<Integer, Action> actions) throws Exception {
    AtomicInteger seen = new AtomicInteger();
    KnownServer.Behaviour losing =
        new KnownServer.Behaviour() {
          @Override
          public Reaction reactionTo(long request) {
            return Reaction.AT_ONCE;
          }

          @Override
          public Reaction reactionTo(long request, String requested) {
            Action action = requested.equals(kind) ? actions.get(seen.incrementAndGet()) : null;
            return action == null ? Reaction.AT_ONCE : Reaction.of(action);
          }
        };
    try (KnownServer server = new KnownServer(losing);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();
      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.sumOfRun("totals", "failed")).isEqualTo(actions.size());
      return Records.errors(records.run());
    }
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> settings = new HashMap<>(VISITS);
    settings.put(name, value);
    return settings;
  }
}
