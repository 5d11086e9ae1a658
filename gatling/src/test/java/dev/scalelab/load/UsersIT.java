package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The closed model: users who begin a transaction when the one before is over. */
@Isolated("what else runs takes the cores that times depend on")
class UsersIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);
  private static final Reaction AFTER_50_MILLIS =
      new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(50));

  /** Up to an overload and back: each order status takes its server 50 ms. */
  private static final Map<String, String> SPIKE =
      Map.of(
          "USERS", "4,20,4",
          "STEP_SECONDS", "4",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "1",
          "MIX", "orderStatus=100");

  @Test
  void throughputIsUsersOverResponseTimeAndFollowsASpikeUpAndDown() throws Exception {
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, SPIKE)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      List<JsonNode> steps = records.steps();
      assertThat(steps).extracting(step -> step.get("users").asInt()).containsExactly(4, 20, 4);
      for (JsonNode step : steps) {
        // Little's law: users = throughput x response time.
        double seconds = Records.merged(step).getMean() / 1e6;
        double perSecond = step.get("completed").asLong() / 3.0;
        assertThat(perSecond * seconds)
            .as("users by Little's law")
            .isCloseTo(step.get("users").asInt(), within(step.get("users").asInt() * 0.1));
        assertThat(step.get("scheduled").asLong()).isEqualTo(step.get("sent").asLong());
        assertThat(step.get("cpuSeconds").asDouble()).isPositive();
        // How accurate it is, AccuracyIT tells; here it must be the server's 50 ms and no queue.
        assertThat(seconds).isBetween(0.050, 0.075);
      }
    }
  }

  @Test
  void usersThinkBetweenTheirVisitsAndEachVisitIsASessionOfItsOwn() throws Exception {
    Map<String, String> thinking = new HashMap<>(SPIKE);
    thinking.remove("MIX");
    thinking.put("WORKLOAD", "cart");
    thinking.put("PRODUCTS_PER_VISIT", "1");
    thinking.put("THINK_MILLIS", "100");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, thinking)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      // Three requests and three pauses of 100 ms for each visit.
      double perSecond = records.steps().get(1).get("requests").asLong() / 3.0;
      assertThat(perSecond).as("requests/s of 20 users").isBetween(170.0, 200.0);
    }
  }

  @Test
  void pacedUsersBeginTransactionsAtAPaceOfTheirOwnHoweverLongTheyTake() throws Exception {
    Map<String, String> paced = new HashMap<>(SPIKE);
    paced.put("USERS", "100");
    paced.put("STEP_SECONDS", "6");
    paced.put("RAMP_SECONDS", "0");
    paced.put("PACING_MILLIS", "1000");
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, paced)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      // 100 users and 1 s less the cut: 100.7/s, 503 in 5 s, 22 more or less by chance.
      assertThat(records.steps().get(0).get("sent").asLong()).isBetween(440L, 570L);
      // The first of each comes within a second, evenly: half a second without it for each user.
      assertThat(records.run().get("scheduled").asLong()).isBetween(590L, 720L);
    }
  }

  @Test
  void usersWhoAreRefusedComeBackASecondLater() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.of(Action.REFUSE));
        GeneratorProcess generator = GeneratorProcess.start(server, SPIKE)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      generator.records().assertThatTheyAddUp();
      // 4 users for 12 s and 16 more for about 4 s, once a second each.
      assertThat(server.requests()).isBetween(90L, 130L);
    }
  }

  @Test
  void aStepsMeasurementEndsWhenEachUserHasDoneItsNumber() throws Exception {
    Map<String, String> numbered = new HashMap<>(SPIKE);
    numbered.put("TRANSACTIONS_PER_USER", "20");
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, numbered)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      for (JsonNode step : records.steps()) {
        int users = step.get("users").asInt();
        assertThat(step.get("transactionsPerUser").asInt()).isEqualTo(20);
        assertThat(step.get("usersDone").asInt()).isEqualTo(users);
        assertThat(step.get("cpuSeconds").asDouble()).isPositive();
        double seconds = step.get("measuredSeconds").asDouble();
        assertThat(seconds)
            .as("20 times 50 ms and a begun one, of 3 s that there are")
            .isBetween(1.0, 2.5)
            .isCloseTo(seconds(step), within(0.002));
        assertThat(step.get("completed").asInt())
            .as("users who are done go on: no fewer are there until the end")
            .isGreaterThanOrEqualTo(20 * users);
        assertThat(step.get("completed").asInt() / seconds * Records.merged(step).getMean() / 1e6)
            .as("users by Little's law")
            .isCloseTo(users, within(users * 0.1));
      }
    }
  }

  @Test
  void aStepThatIsTooShortForTheNumberIsMeasuredToItsEndAndSaysHowManyUsersWereDone()
      throws Exception {
    Map<String, String> numbered = new HashMap<>(SPIKE);
    numbered.put("USERS", "4");
    numbered.put("TRANSACTIONS_PER_USER", "1000");
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, numbered)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode step = generator.records().steps().get(0);
      assertThat(step.get("usersDone").asInt()).isZero();
      assertThat(step.get("measuredSeconds").asDouble()).isEqualTo(3);
      assertThat(step.get("completed").asLong()).isPositive();
    }
  }

  private static double seconds(JsonNode step) {
    Instant from = Instant.parse(step.get("measuredFrom").asText());
    Instant to = Instant.parse(step.get("measuredTo").asText());
    return Duration.between(from, to).toMillis() / 1000.0;
  }
}
