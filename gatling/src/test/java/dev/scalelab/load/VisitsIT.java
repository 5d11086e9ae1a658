package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Visits to a cart: requests, times, and failures of a session's state. */
class VisitsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /** 50 visits of five products, half of them scheduled in the measured window. */
  private static final Map<String, String> VISITS =
      Map.of(
          "WORKLOAD", "cart",
          "PRODUCTS_PER_VISIT", "5",
          "RATES", "25",
          "STEP_SECONDS", "2",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "0");

  @Test
  void aVisitFillsLooksAtAndDropsOneCartAndItsPausesAreNoPartOfItsTime() throws Exception {
    Undisturbed.check(VisitsIT::thinking);
  }

  private static Undisturbed.Run thinking() throws Exception {
    Map<String, String> thinking = with("THINK_MILLIS", "200");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, thinking)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      JsonNode run = records.run();
      assertThat(run.get("totals").toString())
          .isEqualTo("{\"visit\":{\"ok\":50,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByKind())
          .isEqualTo(
              Map.of(
                  "POST /api/cart/products", 250L,
                  "GET /api/cart", 50L,
                  "DELETE /api/cart", 50L));
      // Six pauses of 200 ms: a visit takes 1.2 s, and the last one starts in the second second.
      Duration lasted =
          Duration.between(
              Instant.parse(run.get("startedAt").asText()),
              Instant.parse(run.get("finishedAt").asText()));
      assertThat(lasted).isGreaterThanOrEqualTo(Duration.ofMillis(3000));
      double shortest = Records.merged(records.steps().get(0)).getMinValue() / 1000.0;
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            assertThat(lasted).isLessThanOrEqualTo(Duration.ofMillis(12_000));
            assertThat(shortest).as("the shortest in ms, without a single pause").isLessThan(200);
          });
    }
  }

  @Test
  void aSessionOfTheBookStoreGoesFromTheWindowToThePurchaseUnlessItsBasketIsRolledBack()
      throws Exception {
    Map<String, String> sessions = with("WORKLOAD", "bookstore");
    sessions.put("PRODUCTS_PER_VISIT", "3");
    Map<Integer, Action> setBack = Map.of(10, Action.SET_BACK);
    try (KnownServer server = losing(Map.of("DELETE /api/bookstore/basket/books/N", setBack));
        GeneratorProcess generator = GeneratorProcess.start(server, sessions)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"session\":{\"ok\":49,\"failed\":1,\"shed\":0}}");
      assertThat(Records.errors(records.run()))
          .isEqualTo(Map.of("session state was rolled back", 1L));
      assertThat(records.run().get("state").toString())
          .isEqualTo(
              "{\"sessions\":50,\"intact\":49,\"moved\":49,\"lost\":0,\"rolledBack\":1,\"stale\":0,"
                  + "\"repeated\":0,\"unknown\":0}");
      assertThat(Records.failedBy(records.run())).isEqualTo(Map.of("wrongState", 1L));
      assertThat(server.requestsByKind())
          .as("the rolled back session neither reads nor buys its basket")
          .isEqualTo(
              Map.of(
                  "GET /api/bookstore", 50L,
                  "POST /api/bookstore/login", 50L,
                  "GET /api/bookstore/books/N", 150L,
                  "POST /api/bookstore/basket/books", 150L,
                  "DELETE /api/bookstore/basket/books/N", 50L,
                  "GET /api/bookstore/basket", 49L,
                  "POST /api/bookstore/purchases", 49L));
    }
  }

  @Test
  void aClientThatKeepsItsCartSendsItWithEachRequest() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, with("CART_STATE", "client"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"visit\":{\"ok\":50,\"failed\":0,\"shed\":0}}");
      assertThat(server.requestsByKind())
          .isEqualTo(Map.of("POST /api/cart/client/products", 250L, "POST /api/cart/client", 50L));
      assertThat(records.run().has("state")).as("there is nothing on a server to lose").isFalse();
    }
  }

  @Test
  void lostAndStaleStateFailTheVisitUnderNamesOfTheirOwnAndAConflictOnlyWhenItSaysSo()
      throws Exception {
    Map<String, Map<Integer, Action>> actions =
        Map.of(
            "GET /api/cart",
            Map.of(10, Action.FORGET, 11, Action.SET_BACK, 12, Action.LOSE, 13, Action.CONFLICT));
    try (KnownServer server = losing(actions);
        GeneratorProcess generator = GeneratorProcess.start(server, VISITS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.sumOfRun("totals", "failed")).isEqualTo(4);
      assertThat(Records.errors(records.run()))
          .as(
              "the forgotten cart and the one reported as lost by a 409; the other 409 is a conflict")
          .isEqualTo(
              Map.of("session state was lost", 2L, "session state was stale", 1L, "HTTP 409", 1L));
      assertThat(records.run().get("state").toString())
          .as("a cart set back stays so, and one of a conflict is seen to be whole")
          .isEqualTo(
              "{\"sessions\":50,\"intact\":47,\"moved\":47,\"lost\":2,\"rolledBack\":1,\"stale\":0,"
                  + "\"repeated\":0,\"unknown\":0}");
      assertThat(Records.failedBy(records.run()))
          .isEqualTo(Map.of("unexpectedStatus", 1L, "wrongState", 3L));
      assertThat(server.requestsByKind().get("GET /api/cart"))
          .as("50 visits; the one that was set back and the one with a conflict look again")
          .isEqualTo(52);
    }
  }

  /**
   * A server that changes sessions.
   *
   * @param actions the actions by the kind of request, of which only the first of each session
   *     counts, and its number among these, from 1: when a visit looks again does not matter
   */
  private static KnownServer losing(Map<String, Map<Integer, Action>> actions) {
    Map<String, Set<String>> seen = new HashMap<>();
    return new KnownServer(
        new KnownServer.Behaviour() {
          @Override
          public Reaction reactionTo(long request) {
            return Reaction.AT_ONCE;
          }

          @Override
          public Reaction reactionTo(long request, String kind, String session) {
            Set<String> sessions = seen.computeIfAbsent(kind, any -> new HashSet<>());
            Action action =
                sessions.add(session)
                    ? actions.getOrDefault(kind, Map.of()).get(sessions.size())
                    : null;
            return action == null ? Reaction.AT_ONCE : Reaction.of(action);
          }
        });
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> settings = new HashMap<>(VISITS);
    settings.put(name, value);
    return settings;
  }
}
