package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import dev.scalelab.load.record.HistogramText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The portal: visits in a staircase, and a constant stream of orders in addition. */
class PortalIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);

  /** 60 visits, 30 of them scheduled in measured windows, and 40 orders, 20 of them. */
  private static final Map<String, String> PORTAL =
      Map.of(
          "WORKLOAD", "portal",
          "REQUESTS_PER_VISIT", "4",
          "RATES", "10,20",
          "STEP_SECONDS", "2",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "0",
          "STREAM_RATE", "10");

  @Test
  void theStreamIsCountedBesideTheStepsAndSoAreItsLiveFigures() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, PORTAL)) {
      generator.nextLine(RUN_DEADLINE);
      JsonNode first = generator.nextLine(RUN_DEADLINE).json();
      assertThat(first.get("record").asText()).isEqualTo("step");
      assertThatItsFiguresAreApart(CountsIT.scrape(generator.metricsPort()));
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo("{\"visit\":{\"ok\":60,\"failed\":0,\"shed\":0}}");
      assertThat(records.run().get("stream").toString())
          .isEqualTo(
              "{\"transaction\":\"order\",\"scheduled\":40,\"sent\":40,\"shed\":0,\"unfinished\":0,"
                  + "\"ok\":40,\"failed\":0,\"requests\":40,\"failedRequests\":0,\"errors\":[]}");
      assertThat(server.requestsByKind()).containsEntry("POST /api/portal/orders", 40L).hasSize(3);
      assertThat(
              server.requestsByKind().get("GET /api/portal/customers/N/orders")
                  + server.requestsByKind().get("GET /api/portal/customers/N/tickets"))
          .isEqualTo(240);
      for (JsonNode step : records.steps()) {
        assertThat(step.get("transactions")).hasSize(1);
        assertThatTheStreamIsWhole(step.get("stream"));
        ShownRecords.assertThatItsStreamIsAsShown(step);
      }
    }
  }

  /**
   * 10 orders are scheduled in each window of 1 s; the ends of the window may shift one of them.
   */
  private static void assertThatTheStreamIsWhole(JsonNode stream) {
    assertThat(stream.get("targetPerSecond").asDouble()).isEqualTo(10);
    assertThat(stream.get("scheduled").asLong()).isEqualTo(10);
    assertThat(stream.get("sent").asLong()).isBetween(9L, 11L);
    assertThat(stream.get("ok").asLong()).isBetween(9L, 11L);
    assertThat(stream.get("failed").asLong()).isZero();
    assertThat(HistogramText.decode(stream.get("histogram").asText()).getTotalCount())
        .isEqualTo(stream.get("ok").asLong());
    assertThat(Records.sent(stream).getTotalCount()).isEqualTo(stream.get("ok").asLong());
    assertThat(stream.get("lateness").get("p50Millis").asDouble()).isLessThan(50);
  }

  private static void assertThatItsFiguresAreApart(String metrics) {
    // At 10/s, after a step of 2 s; a slow machine may look as late as at the end of the run.
    assertThat(value(metrics, "scalelab_load_stream_scheduled_total")).isBetween(20.0, 40.0);
    assertThat(value(metrics, "scalelab_load_stream_sent_total")).isBetween(19.0, 40.0);
    assertThat(value(metrics, "scalelab_load_stream_completed_total{outcome=\"ok\"}"))
        .isBetween(19.0, 40.0);
    assertThat(value(metrics, "scalelab_load_sent_total{transaction=\"visit\"}")).isPositive();
    assertThat(metrics)
        .doesNotContain("scalelab_load_sent_total{transaction=\"order\"}")
        .contains("scalelab_load_stream_response_time_seconds_count{transaction=\"order\"}");
  }

  private static double value(String metrics, String series) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + series));
  }

  @Test
  void ordersThatAreRefusedAreFailuresOfTheStreamOnly() throws Exception {
    KnownServer.Behaviour refusing =
        new KnownServer.Behaviour() {
          @Override
          public Reaction reactionTo(long request) {
            return Reaction.AT_ONCE;
          }

          @Override
          public Reaction reactionTo(long request, String kind) {
            return kind.startsWith("POST") ? Reaction.of(Action.REFUSE) : Reaction.AT_ONCE;
          }
        };
    try (KnownServer server = new KnownServer(refusing);
        GeneratorProcess generator = GeneratorProcess.start(server, PORTAL)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").get("visit").get("failed").asLong()).isZero();
      assertThat(records.run().get("stream").get("failed").asLong()).isEqualTo(40);
      assertThat(Records.errors(records.run().get("stream"))).isEqualTo(Map.of("HTTP 503", 40L));
      JsonNode step = records.steps().get(0);
      assertThat(step.get("failed").asLong()).isZero();
      assertThat(step.get("stream").get("failed").asLong()).isBetween(9L, 11L);
    }
  }

  @Test
  void theStreamArrivesBesideUsersWhoStay() throws Exception {
    Map<String, String> closed = new HashMap<>(PORTAL);
    closed.remove("RATES");
    closed.putAll(Map.of("USERS", "2", "STREAM_RATE", "25"));
    try (KnownServer server =
            new KnownServer(
                number -> new Reaction(Action.ANSWER, Duration.ofMillis(20).toNanos()));
        GeneratorProcess generator = GeneratorProcess.start(server, closed)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      // Visits of ten requests take 0.2 s and more, those of a slow machine twice that.
      assertThat(records.run().get("totals").get("visit").get("ok").asLong()).isGreaterThan(8);
      assertThat(records.run().get("stream").get("ok").asLong()).isEqualTo(50);
    }
  }
}
