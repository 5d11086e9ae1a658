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
    AtomicInteger looks = new AtomicInteger();
    KnownServer.Behaviour losing =
        new KnownServer.Behaviour() {
          @Override
          public Reaction reactionTo(long request) {
            return Reaction.AT_ONCE;
          }

          @Override
          public Reaction reactionTo(long request, String kind) {
            int look = kind.equals("GET /api/cart") ? looks.incrementAndGet() : 0;
            return switch (look) {
              case 10 -> Reaction.of(Action.FORGET);
              case 20 -> Reaction.of(Action.SET_BACK);
              default -> Reaction.AT_ONCE;
            };
          }
        };
    try (KnownServer server = new KnownServer(losing);
        GeneratorProcess generator = GeneratorProcess.start(server, VISITS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run()))
          .isEqualTo(Map.of("session state was lost", 1L, "session state was stale", 1L));
      assertThat(records.run().get("totals").get("visit").get("failed").asLong()).isEqualTo(2);
    }
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> settings = new HashMap<>(VISITS);
    settings.put(name, value);
    return settings;
  }
}
