package dev.scalelab.load;

import static dev.scalelab.load.AccuracyRun.millis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import dev.scalelab.load.record.HistogramText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A generator that stands still for half a second before a server that answers in a millisecond:
 * users wait for it, and must not be left out of the response times.
 */
@Isolated("what else runs takes the cores that times depend on")
class LateIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Duration STILL = Duration.ofMillis(500);
  private static final Duration MIDDLE = Duration.ofSeconds(4);

  /** Of what is scheduled in the 4 s that are measured, an eighth is while it stands still. */
  private static final Map<String, String> STEP =
      Map.of("STEP_SECONDS", "6", "WARM_UP_SECONDS", "2", "RAMP_SECONDS", "0");

  /** The 99th percentile is that of those who waited almost all of the half second. */
  private static final double LEAST_P99 = 300;

  @Test
  void arrivalsOfAnOpenModelWaitFromTheirScheduledMoment() throws Exception {
    JsonNode step = stepOf(with("RATES", "100", "MIX", "orderStatus=100"));

    Histogram scheduled = Records.merged(step);
    assertThat(millis(scheduled, 99)).as("p99, scheduled").isGreaterThan(LEAST_P99);
    assertThat(millis(scheduled, 50)).as("p50, scheduled").isLessThan(LEAST_P99 / 2);
    assertThat(millis(Records.sent(step), 99)).as("p99, sent").isLessThan(LEAST_P99 / 2);
    assertThat(step.get("lateness").get("p99Millis").asDouble()).isGreaterThan(LEAST_P99);
  }

  @Test
  void soDoOrdersOfAStreamBesideUsers() throws Exception {
    JsonNode stream =
        stepOf(with("USERS", "1", "WORKLOAD", "portal", "STREAM_RATE", "100")).get("stream");

    Histogram scheduled = HistogramText.decode(stream.get("histogram").asText());
    assertThat(millis(scheduled, 99)).as("p99, scheduled").isGreaterThan(LEAST_P99);
    assertThat(millis(Records.sent(stream), 99)).as("p99, sent").isLessThan(LEAST_P99 / 2);
  }

  /** Fifty users, each of whom is ready for its next transaction twice a second. */
  @Test
  void soDoClientsWhosePaceSaysWhenTheyBegin() throws Exception {
    JsonNode step = stepOf(with("USERS", "50", "PACING_MILLIS", "500", "MIX", "orderStatus=100"));

    assertThat(millis(Records.merged(step), 99)).as("p99, scheduled").isGreaterThan(LEAST_P99);
    assertThat(millis(Records.sent(step), 99)).as("p99, sent").isLessThan(LEAST_P99 / 2);
  }

  /** Of twenty visits most are in one of their six pauses when it begins to stand still. */
  @Test
  void soDoUsersWhoAreWokenTooLateFromAPauseWithinATransaction() throws Exception {
    JsonNode step =
        stepOf(
            with(
                "USERS", "20",
                "WORKLOAD", "cart",
                "PRODUCTS_PER_VISIT", "5",
                "THINK_MILLIS", "100"));

    assertThat(millis(Records.merged(step), 95)).as("p95, scheduled").isGreaterThan(LEAST_P99);
    assertThat(millis(Records.sent(step), 95)).as("p95, sent").isLessThan(LEAST_P99 / 2);
  }

  /** The record of a step in the middle of whose measured part the generator stands still. */
  private static JsonNode stepOf(Map<String, String> settings) throws Exception {
    CountDownLatch middle = new CountDownLatch(1);
    try (KnownServer server = new KnownServer(telling(middle));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(middle.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      generator.standStill(STILL);

      assertThat(generator.exitCode(DEADLINE)).as(generator.errorText()).isZero();
      Records records = generator.records();
      assertThat(Records.errors(records.run())).isEmpty();
      return records.steps().get(0);
    }
  }

  /** Answers after a millisecond, and tells of the first request in the middle of the step. */
  private static Behaviour telling(CountDownLatch middle) {
    long[] begin = {0};
    return number -> {
      long now = System.nanoTime();
      if (number == 0) {
        begin[0] = now;
      }
      if (now - begin[0] > MIDDLE.toNanos()) {
        middle.countDown();
      }
      return new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(1));
    };
  }

  private static Map<String, String> with(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>(STEP);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return settings;
  }
}
