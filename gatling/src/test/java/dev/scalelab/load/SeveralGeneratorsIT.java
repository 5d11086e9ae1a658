package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Reaction;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two generators that share a run: together they do exactly what one would do. */
class SeveralGeneratorsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  /** A ramp of one second, and two measured seconds. */
  private static final Map<String, String> SHORT_STEPS =
      Map.of("RATES", "20,45", "STEP_SECONDS", "3", "WARM_UP_SECONDS", "1", "RAMP_SECONDS", "1");

  private static final long FAST_MILLIS = 20;
  private static final long SLOW_MILLIS = 300;

  /** One request in ten is slow. */
  private static final KnownServer.Behaviour FAST_AND_SLOW =
      number ->
          new Reaction(
              Action.ANSWER,
              TimeUnit.MILLISECONDS.toNanos(number % 10 == 0 ? SLOW_MILLIS : FAST_MILLIS));

  /** Where the first generator listens. */
  private final HeldPort place = new HeldPort();

  @AfterEach
  void letGo() throws IOException {
    place.close();
  }

  @Test
  void togetherTheyCountWhatTheServerCountsAndBeginAtTheSameMoment() throws Exception {
    Undisturbed.check(this::arrivals);
  }

  private Undisturbed.Run arrivals() throws Exception {
    Map<String, String> settings = Together.of(2, place, SHORT_STEPS);
    settings.put("MIX", "orderStatus=75,customerStatus=25");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(FAST_AND_SLOW);
        GeneratorProcess first = GeneratorProcess.start(server, settings);
        GeneratorProcess second =
            later(() -> GeneratorProcess.start(server, Together.as(1, settings)))) {
      assertThat(first.exitCode(RUN_DEADLINE)).as(first.errorText()).isZero();
      assertThat(second.exitCode(RUN_DEADLINE)).as(second.errorText()).isZero();

      List<Records> both = List.of(first.records(), second.records());
      both.forEach(Records::assertThatTheyAddUp);
      // 10 and 32.5 in the ramps (the half is left over), 40 and 90 after them.
      assertThat(sumOfRuns(both, "scheduled")).isEqualTo(10 + 40 + 32 + 90);
      assertThat(both).allMatch(records -> records.run().get("scheduled").asLong() == 86);
      assertThat(sumOfRuns(both, "requests")).isEqualTo(172).isEqualTo(server.requests());
      assertThat(sumOfRuns(both, "connections")).isEqualTo(server.connections());
      assertThat(both)
          .flatExtracting(Records::steps)
          .extracting(step -> step.get("connections"))
          .allMatch(connections -> connections.get("maxOpen").asLong() > 0)
          .allMatch(
              connections ->
                  connections.get("opened").asLong() <= connections.get("openedSoFar").asLong());
      assertThat(server.requestsByKind())
          .as("the mix of the whole is exact in every block of four")
          .isEqualTo(
              Map.of("GET /api/ecperf/orders/N", 129L, "GET /api/ecperf/customers/N/orders", 43L));
      return new Undisturbed.Run(
          machine.seen(), () -> assertThat(apart(both)).isLessThan(Duration.ofSeconds(2)));
    }
  }

  @Test
  void usersOfAClosedModelAreShared() throws Exception {
    Undisturbed.check(this::users);
  }

  private Undisturbed.Run users() throws Exception {
    Map<String, String> settings = Together.of(2, place, SHORT_STEPS);
    settings.remove("RATES");
    settings.put("USERS", "3,8");
    settings.put("MIX", "orderStatus=75,customerStatus=25");
    try (MachineWatch machine = new MachineWatch();
        KnownServer server =
            new KnownServer(
                number -> new Reaction(Action.ANSWER, TimeUnit.MILLISECONDS.toNanos(100)));
        GeneratorProcess first = GeneratorProcess.start(server, settings);
        GeneratorProcess second = GeneratorProcess.start(server, Together.as(1, settings))) {
      assertThat(first.exitCode(RUN_DEADLINE)).isZero();
      assertThat(second.exitCode(RUN_DEADLINE)).isZero();

      List<Records> both = List.of(first.records(), second.records());
      assertThat(sumOfRuns(both, "requests")).isEqualTo(server.requests());
      // With two users, one generator has one and a half times as many turns as the other with one
      // user.
      assertThat(both)
          .as("each keeps the exact mix: one in every block of four, the last may be incomplete")
          .allSatisfy(
              records -> {
                long all = records.sumOfRun("totals", "ok");
                long looks = records.run().get("totals").get("customerStatus").get("ok").asLong();
                assertThat(looks).isBetween(all / 4, all / 4 + 1);
              });
      return new Undisturbed.Run(
          machine.seen(),
          () -> {
            assertThat(users(both.get(0), 0)).isBetween(1.4, 2.6);
            assertThat(users(both.get(1), 0)).isBetween(0.6, 1.35);
            assertThat(users(both.get(0), 1)).isBetween(2.6, 5.2);
            assertThat(users(both.get(1), 1)).isBetween(2.6, 5.2);
          });
    }
  }

  /**
   * The second generator has no order of a stream with a single order, and waits with the first.
   */
  @ParameterizedTest(name = "{0}/s")
  @CsvSource({"5.25, 11, 10", "0.25, 1, 0"})
  void theStreamBesideTheUsersIsShared(String rate, long orders, long ordersOfTheOther)
      throws Exception {
    Map<String, String> settings = Together.of(2, place, SHORT_STEPS);
    settings.putAll(Map.of("STEP_SECONDS", "2", "RAMP_SECONDS", "0"));
    settings.putAll(Map.of("WORKLOAD", "portal", "REQUESTS_PER_VISIT", "1", "STREAM_RATE", rate));
    try (KnownServer server = new KnownServer(FAST_AND_SLOW);
        GeneratorProcess first = GeneratorProcess.start(server, settings);
        GeneratorProcess second = GeneratorProcess.start(server, Together.as(1, settings))) {
      assertThat(first.exitCode(RUN_DEADLINE)).as(first.errorText()).isZero();
      assertThat(second.exitCode(RUN_DEADLINE)).as(second.errorText()).isZero();

      List<Records> both = List.of(first.records(), second.records());
      both.forEach(Records::assertThatTheyAddUp);
      for (String count : List.of("scheduled", "ok")) {
        assertThat(both)
            .extracting(records -> records.run().get("stream").get(count).asLong())
            .as(count)
            .containsExactly(orders, ordersOfTheOther);
      }
      assertThat(both)
          .flatExtracting(Records::steps)
          .hasSize(4)
          .allMatch(
              step ->
                  step.get("stream").get("targetPerSecond").asDouble() == Double.parseDouble(rate));
      assertThat(server.requestsByKind())
          .containsEntry("POST /api/portal/orders", orders + ordersOfTheOther);
      assertThat(sumOfRuns(both, "requests")).as("the visits").isEqualTo(2 * (20 + 45));
    }
  }

  @Test
  void withoutTheOtherTheRunFailsAndSaysWhoIsMissing() throws Exception {
    Map<String, String> settings = Together.of(3, place, SHORT_STEPS);
    settings.put("TOGETHER_SECONDS", "1");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess first = GeneratorProcess.start(server, settings)) {
      assertThat(first.exitCode(RUN_DEADLINE)).isEqualTo(4);
      assertThat(first.errorText())
          .contains(
              "The generators did not start together: of the 3 generators of run local, these did"
                  + " not connect within 1 s: 1, 2");
      assertThat(first.records().all()).isEmpty();
      assertThat(server.requests()).isZero();
    }
  }

  /** Three seconds after the first, with which it starts all the same. */
  private static GeneratorProcess later(Supplier<GeneratorProcess> start) throws Exception {
    TimeUnit.SECONDS.sleep(3);
    return start.get();
  }

  private static long sumOfRuns(List<Records> all, String field) {
    return all.stream().mapToLong(records -> records.run().get(field).asLong()).sum();
  }

  /** Users of a step by Little's law: throughput x response time. */
  private static double users(Records records, int number) {
    JsonNode step = records.steps().get(number);
    double perSecond = step.get("completed").asLong() / step.get("measuredSeconds").asDouble();
    return perSecond * Records.merged(step).getMean() / 1e6;
  }

  private static Duration apart(List<Records> both) {
    return Duration.between(startedAt(both.get(0)), startedAt(both.get(1))).abs();
  }

  private static Instant startedAt(Records records) {
    return Instant.parse(records.ofKind("start").get(0).get("startedAt").asText());
  }
}
