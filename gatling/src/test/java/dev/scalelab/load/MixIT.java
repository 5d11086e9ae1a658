package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The shares of ten thousand transactions. */
class MixIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);

  /** With forty users some eight hundred transactions a second. */
  private static final long TWELVE_MILLIS = TimeUnit.MILLISECONDS.toNanos(12);

  @Test
  void arrivalsAreInExactlyTheSharesAskedFor() throws Exception {
    Map<String, String> settings =
        Map.of(
            "MIX", "newOrder=12.5,changeOrder=12.5,orderStatus=50.25,customerStatus=24.75",
            "RATES", "500",
            "STEP_SECONDS", "20",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      generator.records().assertThatTheyAddUp();
      assertThat(server.requestsByKind())
          .containsEntry("POST /api/ecperf/orders", 1250L)
          .containsEntry("PUT /api/ecperf/orders/N", 1250L)
          .containsEntry("GET /api/ecperf/orders/N", 5025L)
          .containsEntry("GET /api/ecperf/customers/N/orders", 2475L);
    }
  }

  /** However many transactions users get round to, with what the end cuts off. */
  @Test
  void usersKeepTheSharesWithinOnePercent() throws Exception {
    Map<String, String> settings =
        Map.of("USERS", "40", "STEP_SECONDS", "18", "WARM_UP_SECONDS", "1", "RAMP_SECONDS", "0");
    try (KnownServer server =
            new KnownServer(number -> new Reaction(Action.ANSWER, TWELVE_MILLIS));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      assertThat(Records.errors(generator.records().run())).isEmpty();
      JsonNode totals = generator.records().run().get("totals");
      long all = Records.sum(totals, "ok");
      assertThat(all).as("transactions").isGreaterThan(10_000);
      assertThat(totals.get("newOrder").get("ok").asDouble())
          .isCloseTo(all * 0.5, withinPercentage(1));
      assertThat(totals.get("changeOrder").get("ok").asDouble())
          .isCloseTo(all * 0.2, withinPercentage(1));
      assertThat(totals.get("orderStatus").get("ok").asDouble())
          .isCloseTo(all * 0.2, withinPercentage(1));
      assertThat(totals.get("customerStatus").get("ok").asDouble())
          .isCloseTo(all * 0.1, withinPercentage(1));
    }
  }
}
