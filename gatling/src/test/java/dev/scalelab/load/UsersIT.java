package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The closed model: users who start a transaction when the previous one has ended. */
class UsersIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);
  private static final Reaction AFTER_50_MILLIS =
      new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(50));

  /** The server takes 50 ms for each order status; two of the three seconds are measured. */
  private static final Map<String, String> TWENTY =
      Map.of(
          "USERS", "20",
          "STEP_SECONDS", "3",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "0",
          "MIX", "orderStatus=100");

  @Test
  void usersThinkBetweenTheirVisitsAndEachVisitIsASessionOfItsOwn() throws Exception {
    Undisturbed.check(UsersIT::thinking);
  }

  private static Undisturbed.Run thinking() throws Exception {
    Map<String, String> thinking = new HashMap<>(TWENTY);
    thinking.remove("MIX");
    thinking.put("RAMP_SECONDS", "1");
    thinking.put("WORKLOAD", "cart");
    thinking.put("PRODUCTS_PER_VISIT", "1");
    thinking.put("THINK_MILLIS", "200");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, thinking)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      // Three requests and three pauses of 200 ms for each visit, whose time is that of the
      // requests.
      JsonNode step = records.steps().get(0);
      double visitSeconds = Records.merged(step).getMean() / 1e6;
      double expected = 20 * 3 / (3 * 0.2 + visitSeconds);
      double perSecond = step.get("requests").asLong() / 2.0;
      return new Undisturbed.Run(
          machine.seen(),
          () ->
              assertThat(perSecond)
                  .as("requests/s of 20 users whose visits take %.3f s", visitSeconds)
                  .isBetween(0.7 * expected, 130.0));
    }
  }

  @Test
  void pacedUsersBeginTransactionsAtAPaceOfTheirOwnHoweverLongTheyTake() throws Exception {
    Undisturbed.check(UsersIT::paced);
  }

  private static Undisturbed.Run paced() throws Exception {
    Map<String, String> paced = new HashMap<>(TWENTY);
    paced.put("USERS", "100");
    paced.put("PACING_MILLIS", "500");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, paced)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      return new Undisturbed.Run(machine.seen(), () -> assertThatTheyHaveAPace(records));
    }
  }

  private static void assertThatTheyHaveAPace(Records records) {
    // 100 users and 0.5 s less the cut-off: 201.4/s, 403 in 2 s, with a random deviation of about
    // 20.
    assertThat(records.steps().get(0).get("sent").asLong()).isBetween(300L, 500L);
    // The first of each comes within half a second, uniformly distributed: a quarter of a second
    // without transactions per user. A slow machine may need a second more to start them.
    assertThat(records.run().get("scheduled").asLong()).isBetween(590L - 200, 720L);
  }

  @Test
  void usersOfAWarmUpLeaveOnceItHasEnoughTransactionsAndCompleteTheirs() throws Exception {
    Map<String, String> warmUp = new HashMap<>(TWENTY);
    warmUp.put("STEP_SECONDS", "20");
    warmUp.put("MODE", "warmup");
    warmUp.put("MAX_TRANSACTIONS", "100");
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, warmUp)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode run = generator.records().run();
      assertThat(run.get("requests").asLong()).isEqualTo(server.requests());
      assertThat(run.get("totals").get("orderStatus").get("ok").asLong())
          .as("100, and those of the other users that were under way")
          .isBetween(100L, 119L);
    }
  }

  @Test
  void aUserWhoIsRefusedComesBackASecondLater() throws Exception {
    Map<String, String> one = new HashMap<>(TWENTY);
    one.put("USERS", "1");
    one.put("STEP_SECONDS", "4");
    List<Long> came = new CopyOnWriteArrayList<>();
    KnownServer.Behaviour refusing =
        number -> {
          came.add(System.nanoTime());
          return Reaction.of(Action.REFUSE);
        };
    try (KnownServer server = new KnownServer(refusing);
        GeneratorProcess generator = GeneratorProcess.start(server, one)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      generator.records().assertThatTheyAddUp();
      assertThat(came).hasSizeGreaterThan(1);
      List<Duration> pauses = new ArrayList<>();
      for (int i = 1; i < came.size(); i++) {
        pauses.add(Duration.ofNanos(came.get(i) - came.get(i - 1)));
      }
      // A busy machine makes them longer, and hardly each of them.
      assertThat(Collections.min(pauses))
          .isBetween(Duration.ofMillis(990), Duration.ofMillis(1600));
    }
  }

  @Test
  void aStepThatIsTooShortForTheNumberIsMeasuredToItsEndAndSaysHowManyUsersWereDone()
      throws Exception {
    Map<String, String> numbered = new HashMap<>(TWENTY);
    numbered.put("TRANSACTIONS_PER_USER", "1000");
    try (KnownServer server = new KnownServer(number -> AFTER_50_MILLIS);
        GeneratorProcess generator = GeneratorProcess.start(server, numbered)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode step = generator.records().steps().get(0);
      assertThat(step.get("usersDone").asInt()).isZero();
      assertThat(step.get("measuredSeconds").asDouble()).isEqualTo(2);
      assertThat(step.get("completed").asLong()).isPositive();
    }
  }
}
