package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Compares the generator's counts with the server's counts: they must be equal. */
class CountsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /** A ramp of one second, one second at the rate, and one measured second. */
  private static final Map<String, String> SHORT_STEPS =
      Map.of("RATES", "20,40", "STEP_SECONDS", "3", "WARM_UP_SECONDS", "2", "RAMP_SECONDS", "1");

  /** 60 transactions in two seconds, the second of which is measured. */
  private static final Map<String, String> ONE_STEP =
      Map.of("RATES", "30", "STEP_SECONDS", "2", "WARM_UP_SECONDS", "1", "RAMP_SECONDS", "0");

  @Test
  void everyRequestIsCountedOnBothSidesAndAStepHoldsItsWindowOnly() throws Exception {
    Undisturbed.check(CountsIT::shortSteps);
  }

  private static Undisturbed.Run shortSteps() throws Exception {
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, SHORT_STEPS)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.ofKind("start")).hasSize(1);
      assertThat(records.steps()).hasSize(2);
      for (JsonNode record : records.all()) {
        ShownRecords.assertThatItIsAsShown(record);
      }
      assertThatNothingIsLostOrInvented(records.run(), server);
      assertThatItsTimesAreThoseOfItsWindow(records.steps().get(1));
      long connections = server.connections();
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            assertThatItHoldsItsWindow(records.steps().get(1));
            // Connections are shared: fewer than one for each of the 160 users.
            assertThat(connections).isLessThan(100);
          });
    }
  }

  private static void assertThatNothingIsLostOrInvented(JsonNode run, KnownServer server) {
    assertThat(run.get("scheduled").asLong()).isEqualTo(10 + 40 + 30 + 80);
    JsonNode totals = run.get("totals");
    assertThat(totals.get("newOrder").get("ok").asLong()).isEqualTo(80);
    assertThat(totals.get("changeOrder").get("ok").asLong()).isEqualTo(32);
    assertThat(totals.get("orderStatus").get("ok").asLong()).isEqualTo(32);
    assertThat(totals.get("customerStatus").get("ok").asLong()).isEqualTo(16);
    // An order is answered with 201 only if all its cart lines had its session's cookie.
    assertThat(server.responsesByStatus()).isEqualTo(Map.of(200, 320L, 201, 80L));
    assertThat(server.requestsByKind())
        .isEqualTo(
            Map.of(
                "POST /api/ecperf/cart/lines", 240L,
                "POST /api/ecperf/orders", 80L,
                "PUT /api/ecperf/orders/N", 32L,
                "GET /api/ecperf/orders/N", 32L,
                "GET /api/ecperf/customers/N/orders", 16L));
    assertThat(run.get("requests").asLong()).isEqualTo(400).isEqualTo(server.requests());
  }

  private static void assertThatItHoldsItsWindow(JsonNode step) {
    // Some starts and ends cross the borders of the window: half a second's on a busy machine.
    assertThat(step.get("sent").asLong()).isBetween(20L, 60L);
    assertThat(step.get("completed").asLong()).isBetween(20L, 60L);
    assertThat(step.get("requests").asLong()).isBetween(50L, 150L);
    assertThat(step.get("pods").size()).isEqualTo(3);
    assertThat(step.get("cpuSeconds").asDouble()).isBetween(0.001, 2.0);
  }

  private static void assertThatItsTimesAreThoseOfItsWindow(JsonNode step) {
    assertThat(step.get("step").asInt()).isEqualTo(2);
    assertThat(step.get("targetPerSecond").asDouble()).isEqualTo(40);
    assertThat(step.get("scheduled").asLong()).isEqualTo(40);
    long named = 0;
    for (JsonNode responses : step.get("pods")) {
      named += responses.asLong();
    }
    assertThat(named).isEqualTo(step.get("requests").asLong());
    Instant from = Instant.parse(step.get("measuredFrom").asText());
    Instant to = Instant.parse(step.get("measuredTo").asText());
    assertThat(Duration.between(from, to)).isEqualTo(Duration.ofSeconds(1));
    assertThat(Duration.between(Instant.parse(step.get("startedAt").asText()), from))
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void failuresOfEveryKindAreCountedOnceAndNothingIsSentTwice() throws Exception {
    KnownServer.Behaviour failing =
        number -> {
          if (number % 20 == 3) {
            return Reaction.of(Action.REFUSE);
          } else if (number % 20 == 7) {
            return Reaction.of(Action.RESET);
          } else if (number % 20 == 11) {
            return Reaction.of(Action.CLOSE);
          } else if (number % 20 == 15) {
            return Reaction.of(Action.HANG);
          }
          return Reaction.afterMillis(1);
        };
    try (KnownServer server = new KnownServer(failing);
        GeneratorProcess generator =
            GeneratorProcess.start(
                server, with(ONE_STEP, "RATES", "80", "REQUEST_TIMEOUT_MILLIS", "15000"))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      Map<Action, Long> actions = server.actions();
      assertThat(Records.failedBy(records.run()))
          .isEqualTo(
              Map.of(
                  "unavailable",
                  actions.get(Action.REFUSE),
                  "connectionLost",
                  actions.get(Action.RESET) + actions.get(Action.CLOSE),
                  "timedOut",
                  actions.get(Action.HANG)));
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      assertThat(records.run().get("failedRequests").asLong())
          .isEqualTo(server.requests() - actions.get(Action.ANSWER));
      assertThat(Records.errors(records.run()))
          .containsOnlyKeys("HTTP 503", "connection lost before the response", "request timeout");
      // A user looks again at a cart of which a change was acknowledged, and that may fail too.
      long looks = server.requestsByKind().get("GET /api/ecperf/cart");
      assertThat(looks).isPositive();
      assertThat(records.run().get("failedRequests").asLong())
          .isBetween(
              records.sumOfRun("totals", "failed"), records.sumOfRun("totals", "failed") + looks);
      assertThat(records.run().get("state").get("lost").asLong()).isZero();
    }
  }

  @Test
  void aServerThatHangsThroughoutHoldsUpNeitherRecordsNorTheEnd() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "20",
            "STEP_SECONDS", "16",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MAX_IN_FLIGHT", "20",
            "REQUEST_TIMEOUT_MILLIS", "15000");
    try (KnownServer server = new KnownServer(number -> Reaction.of(Action.HANG));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      GeneratorProcess.Line start = generator.nextLine(RUN_DEADLINE);
      GeneratorProcess.Line step = generator.nextLine(RUN_DEADLINE);
      Instant windowEnd = Instant.parse(step.json().get("measuredTo").asText());
      // The second twenty requests time out from 14 seconds after it on.
      assertThat(Duration.between(windowEnd, step.at())).isLessThan(Duration.ofSeconds(10));
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      JsonNode run = records.run();
      Duration whole =
          Duration.between(
              Instant.parse(start.json().get("startedAt").asText()),
              Instant.parse(run.get("finishedAt").asText()));
      assertThat(whole).isBetween(Duration.ofSeconds(16), Duration.ofSeconds(60));
      assertThat(run.get("sent").asLong()).isEqualTo(server.requests()).isLessThan(100);
      assertThat(run.get("shed").asLong() + run.get("sent").asLong()).isEqualTo(320);
      assertThat(Records.errors(run))
          .isEqualTo(
              Map.of(
                  "request timeout", run.get("sent").asLong(),
                  "shed: 20 transactions in flight (MAX_IN_FLIGHT)", run.get("shed").asLong()));
    }
  }

  @Test
  void noServerAtAllIsAFailureOfEachTransaction() throws Exception {
    try (HeldPort refusing = new HeldPort();
        GeneratorProcess generator =
            GeneratorProcess.start(with(ONE_STEP, "TARGET_URL", refusing.url().toString()))) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEqualTo(Map.of("connection refused", 60L));
      assertThat(records.run().get("failedRequests").asLong()).isEqualTo(60);
      assertThat(records.steps().get(0).get("pods")).isEmpty();
    }
  }

  @Test
  void metricsShowWhatTheRecordsShow() throws Exception {
    Undisturbed.check(CountsIT::scraped);
  }

  private static Undisturbed.Run scraped() throws Exception {
    // The second step settles for 3 s, in which the metrics are read.
    Map<String, String> settings =
        with(
            ONE_STEP,
            "RATES",
            "10,1",
            "STEP_SECONDS",
            "4",
            "WARM_UP_SECONDS",
            "3",
            "RUN",
            "small-base-2-r1");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      generator.nextLine(RUN_DEADLINE);
      generator.nextLine(RUN_DEADLINE);

      // The last transaction of the first step was scheduled a tenth of a second before its end.
      TimeUnit.MILLISECONDS.sleep(500);
      String metrics = scrapeUnlessEnded(generator);
      return new Undisturbed.Run(machine.seen(), () -> assertThatItShowsTheFirstStep(metrics));
    }
  }

  private static void assertThatItShowsTheFirstStep(String metrics) {
    assertThat(metrics)
        .contains("scalelab_load_info{mode=\"measure\",run=\"small-base-2-r1\"} 1")
        .containsPattern("(?m)^scalelab_load_scheduled_total 4[0-3]")
        .contains("scalelab_load_sent_total{transaction=\"newOrder\"} 2")
        .containsPattern("ompleted_total.outcome=\"ok\",transaction=\"changeOrder\". [89]")
        .contains("scalelab_load_completed_total{outcome=\"shed\",transaction=\"newOrder\"} 0")
        .contains("scalelab_load_requests_total{outcome=\"failed\",transaction=\"newOrder\"} 0")
        .contains("scalelab_load_pod_responses_total{server=\"app-0\"}")
        .contains("scalelab_load_response_time_seconds_bucket{transaction=\"newOrder\",le=\"")
        .contains("scalelab_load_lateness_seconds_count 4")
        .contains("scalelab_load_in_flight")
        .contains("scalelab_load_target_rate_per_second 1.0")
        .contains("scalelab_load_step 2")
        .contains("scalelab_load_measuring 0")
        .contains("scalelab_load_cpu_seconds_total ");
  }

  /** A busy machine may come too late, or while the process ends. */
  static String scrapeUnlessEnded(GeneratorProcess generator) throws Exception {
    try {
      return scrape(generator.metricsPort());
    } catch (IOException e) {
      return "the run has ended";
    }
  }

  private static String scrape(int port) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static Map<String, String> with(Map<String, String> settings, String... more) {
    Map<String, String> all = new HashMap<>(settings);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }
}
