package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The shares of transactions received by a server, exact in every block of the mix. */
class MixIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /** About eight hundred transactions per second with forty users. */
  private static final long TWELVE_MILLIS = TimeUnit.MILLISECONDS.toNanos(12);

  @Test
  void arrivalsAreInExactlyTheConfiguredShares() throws Exception {
    Map<String, String> settings =
        Map.of(
            "MIX", "newOrder=12.5,changeOrder=12.5,orderStatus=50.25,customerStatus=24.75",
            "RATES", "200",
            "STEP_SECONDS", "2",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      generator.records().assertThatTheyAddUp();
      // One block of four hundred.
      assertThat(server.requestsByKind())
          .containsEntry("POST /api/ecperf/orders", 50L)
          .containsEntry("PUT /api/ecperf/orders/N", 50L)
          .containsEntry("GET /api/ecperf/orders/N", 201L)
          .containsEntry("GET /api/ecperf/customers/N/orders", 99L);
    }
  }

  /** However many transactions users complete: only the last block is incomplete. */
  @Test
  void usersKeepTheSharesInEveryTen() throws Exception {
    Map<String, String> settings =
        Map.of("USERS", "40", "STEP_SECONDS", "4", "WARM_UP_SECONDS", "1", "RAMP_SECONDS", "0");
    try (KnownServer server =
            new KnownServer(number -> new Reaction(Action.ANSWER, TWELVE_MILLIS));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      assertThat(Records.errors(generator.records().run())).isEmpty();
      JsonNode totals = generator.records().run().get("totals");
      long tens = Records.sum(totals, "ok") / 10;
      assertThat(tens).as("blocks of ten transactions").isGreaterThan(10);
      assertThat(totals.get("newOrder").get("ok").asLong()).isBetween(5 * tens, 5 * tens + 5);
      assertThat(totals.get("changeOrder").get("ok").asLong()).isBetween(2 * tens, 2 * tens + 2);
      assertThat(totals.get("orderStatus").get("ok").asLong()).isBetween(2 * tens, 2 * tens + 2);
      assertThat(totals.get("customerStatus").get("ok").asLong()).isBetween(tens, tens + 1);
    }
  }
}
