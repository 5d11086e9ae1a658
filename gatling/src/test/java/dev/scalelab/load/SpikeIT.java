package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Users of the closed model up to a spike and back, each with a number of transactions whose
 * completion ends the measurement of its step; and arrivals of the open model with a spike.
 */
@Isolated("what else runs takes the cores that times depend on")
class SpikeIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  private static final Reaction AFTER_50_MILLIS =
      new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(50));

  /** Two seconds of each step can be measured; the transactions take one second. */
  private static final Map<String, String> SPIKE =
      Map.of(
          "USERS", "4,20,4",
          "TRANSACTIONS_PER_USER", "20",
          "STEP_SECONDS", "3",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "1",
          "MIX", "orderStatus=100");

  @Test
  void throughputIsUsersOverResponseTimeUpAndDownUntilEachUserHasDoneItsNumber() throws Exception {
    Undisturbed.check(SpikeIT::run);
  }

  private static Undisturbed.Run run() throws Exception {
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, SPIKE)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      List<JsonNode> steps = records.steps();
      assertThat(steps).extracting(step -> step.get("users").asInt()).containsExactly(4, 20, 4);
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            for (JsonNode step : steps) {
              assertThatEachUserHasDoneItsNumber(step);
              assertThatThroughputIsUsersOverResponseTime(step);
            }
          });
    }
  }

  /**
   * 20 in the first second, then 10 in each, and 40 more in the third of the four measured ones.
   */
  private static final Map<String, String> AT_ONCE =
      Map.of(
          "RATES", "20",
          "SPIKE_PERCENT", "50",
          "STEP_SECONDS", "5",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "0",
          "MIX", "orderStatus=100");

  @Test
  void aSpikeOfArrivalsComesWithinASecondAndTheStepHasItsRate() throws Exception {
    Undisturbed.check(SpikeIT::atOnce);
  }

  private static Undisturbed.Run atOnce() throws Exception {
    Queue<Long> arrived = new ConcurrentLinkedQueue<>();
    try (MachineWatch machine = new MachineWatch();
        KnownServer server =
            new KnownServer(
                number -> {
                  arrived.add(System.nanoTime());
                  return Reaction.AT_ONCE;
                });
        GeneratorProcess generator = GeneratorProcess.start(server, AT_ONCE)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("scheduled").asLong()).isEqualTo(100);
      assertThat(records.steps().get(0).get("scheduled").asLong()).as("of 4 s").isEqualTo(80);
      assertThat(arrived).hasSize(100);
      return new Undisturbed.Run(
          machine.seen(),
          () -> assertThat(mostWithin(arrived, 1.2)).as("in a second").isBetween(49L, 65L));
    }
  }

  private static long mostWithin(Queue<Long> moments, double seconds) {
    long length = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    return moments.stream()
        .mapToLong(from -> moments.stream().filter(at -> at >= from && at < from + length).count())
        .max()
        .orElseThrow();
  }

  private static void assertThatEachUserHasDoneItsNumber(JsonNode step) {
    int users = step.get("users").asInt();
    assertThat(step.get("transactionsPerUser").asInt()).isEqualTo(20);
    assertThat(step.get("usersDone").asInt()).isEqualTo(users);
    assertThat(step.get("cpuSeconds").asDouble()).isPositive();
    double seconds = step.get("measuredSeconds").asDouble();
    assertThat(seconds)
        .as("20 times 50 ms plus a started one, of 2 s available")
        .isBetween(1.0, 1.7)
        .isCloseTo(secondsBetweenItsEnds(step), within(0.002));
    assertThat(step.get("completed").asInt())
        .as("users continue: their number is constant until the end")
        .isGreaterThanOrEqualTo(20 * users);
  }

  private static void assertThatThroughputIsUsersOverResponseTime(JsonNode step) {
    int users = step.get("users").asInt();
    double response = Records.merged(step).getMean() / 1e6;
    double perSecond = step.get("completed").asInt() / step.get("measuredSeconds").asDouble();
    assertThat(perSecond * response)
        .as("users by Little's law")
        .isCloseTo(users, within(users * 0.1));
    assertThat(step.get("scheduled").asLong()).isEqualTo(step.get("sent").asLong());
    // AccuracyIT checks the accuracy; here it must be the server's 50 ms, without a queue.
    assertThat(response).isBetween(0.050, 0.075);
  }

  private static double secondsBetweenItsEnds(JsonNode step) {
    Instant from = Instant.parse(step.get("measuredFrom").asText());
    Instant to = Instant.parse(step.get("measuredTo").asText());
    return Duration.between(from, to).toMillis() / 1000.0;
  }
}
