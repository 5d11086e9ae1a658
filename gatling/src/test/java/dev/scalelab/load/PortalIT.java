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
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /**
   * 120 visits, of which a test replaces every fourth by a ticket, 30 of them scheduled in measured
   * windows, and 80 orders, 20 of them. The windows begin when the start of a slow process is over.
   */
  private static final Map<String, String> PORTAL =
      Map.of(
          "WORKLOAD", "portal",
          "REQUESTS_PER_VISIT", "4",
          "RATES", "10,20",
          "STEP_SECONDS", "4",
          "WARM_UP_SECONDS", "3",
          "RAMP_SECONDS", "0",
          "STREAM_RATE", "10");

  @Test
  void theStreamIsCountedBesideTheStepsAndSoAreItsLiveFigures() throws Exception {
    Undisturbed.check(PortalIT::run);
  }

  private static Undisturbed.Run run() throws Exception {
    Map<String, String> mixed = new HashMap<>(PORTAL);
    mixed.put("MIX", "visit=75,createTicket=25");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, mixed)) {
      generator.nextLine(RUN_DEADLINE);
      JsonNode first = generator.nextLine(RUN_DEADLINE).json();
      assertThat(first.get("record").asText()).isEqualTo("step");
      String metrics = CountsIT.scrapeUnlessEnded(generator);
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").toString())
          .isEqualTo(
              "{\"visit\":{\"ok\":90,\"failed\":0,\"shed\":0},"
                  + "\"createTicket\":{\"ok\":30,\"failed\":0,\"shed\":0}}");
      assertThat(records.run().get("stream").toString())
          .isEqualTo(
              "{\"transaction\":\"order\",\"scheduled\":80,\"sent\":80,\"shed\":0,\"unfinished\":0,"
                  + "\"ok\":80,\"failed\":0,\"requests\":80,\"failedRequests\":0,\"errors\":[]}");
      assertThat(server.requestsByKind())
          .containsEntry("POST /api/portal/orders", 80L)
          .containsEntry("POST /api/portal/tickets", 30L)
          .hasSize(4);
      assertThat(
              server.requestsByKind().get("GET /api/portal/customers/N/orders")
                  + server.requestsByKind().get("GET /api/portal/customers/N/tickets"))
          .isEqualTo(360);
      for (JsonNode step : records.steps()) {
        assertThat(step.get("transactions")).hasSize(2);
        ShownRecords.assertThatItsStreamIsAsShown(step);
      }
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            assertThatItsFiguresAreApart(metrics);
            records.steps().forEach(step -> assertThatTheStreamIsWhole(step.get("stream")));
          });
    }
  }

  /**
   * 10 orders are scheduled in each window of 1 s; a busy machine starts some of them later, in no
   * window. The visits are as many as these or twice as many.
   */
  private static void assertThatTheStreamIsWhole(JsonNode stream) {
    assertThat(stream.get("targetPerSecond").asDouble()).isEqualTo(10);
    assertThat(stream.get("scheduled").asLong()).isEqualTo(10);
    assertThat(stream.get("sent").asLong()).isBetween(5L, 15L);
    assertThat(stream.get("ok").asLong()).isBetween(5L, 15L);
    assertThat(stream.get("failed").asLong()).isZero();
    assertThat(HistogramText.decode(stream.get("histogram").asText()).getTotalCount())
        .isEqualTo(stream.get("ok").asLong());
    assertThat(Records.sent(stream).getTotalCount()).isEqualTo(stream.get("ok").asLong());
    assertThat(stream.get("lateness").get("p50Millis").asDouble()).isLessThan(500);
  }

  private static void assertThatItsFiguresAreApart(String metrics) {
    // At 10/s, after a step of 4 s; a slow machine may look as late as at the end of the run.
    assertThat(value(metrics, "scalelab_load_stream_scheduled_total")).isBetween(40.0, 80.0);
    assertThat(value(metrics, "scalelab_load_stream_sent_total")).isBetween(30.0, 80.0);
    assertThat(value(metrics, "scalelab_load_stream_completed_total{outcome=\"ok\"}"))
        .isBetween(30.0, 80.0);
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
    Undisturbed.check(PortalIT::refused);
  }

  private static Undisturbed.Run refused() throws Exception {
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
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(refusing);
        GeneratorProcess generator = GeneratorProcess.start(server, PORTAL)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("totals").get("visit").get("failed").asLong()).isZero();
      assertThat(records.run().get("stream").get("failed").asLong()).isEqualTo(80);
      assertThat(Records.errors(records.run().get("stream"))).isEqualTo(Map.of("HTTP 503", 80L));
      JsonNode step = records.steps().get(0);
      assertThat(step.get("failed").asLong()).isZero();
      return new Undisturbed.Run(
          machine.seen(),
          () -> assertThat(step.get("stream").get("failed").asLong()).isBetween(5L, 15L));
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
      assertThat(records.run().get("totals").get("visit").get("ok").asLong()).isPositive();
      assertThat(records.run().get("stream").get("ok").asLong()).isEqualTo(100);
    }
  }
}
