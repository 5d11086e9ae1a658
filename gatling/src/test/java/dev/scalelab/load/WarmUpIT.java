package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A warm-up sends the load of a run, ends early if requested, and records no step. */
class WarmUpIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);

  @Test
  void aWarmUpRunSendsTheSameAndRecordsNoStep() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "20,40",
            "STEP_SECONDS", "3",
            "WARM_UP_SECONDS", "2",
            "RAMP_SECONDS", "1",
            "MODE", "warmup");
    try (KnownServer server = new KnownServer(number -> Reaction.afterMillis(2));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(records.all()).hasSize(1);
      assertThat(records.run().get("mode").asText()).isEqualTo("warmup");
      assertThat(records.run().get("requests").asLong())
          .isEqualTo(400)
          .isEqualTo(server.requests());
    }
  }

  @Test
  void aWarmUpEndsAfterItsNumberOfTransactionsWithNoneUnderWay() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "30",
            "STEP_SECONDS", "10",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MODE", "warmup",
            "MAX_TRANSACTIONS", "30");
    try (KnownServer server = new KnownServer(number -> Reaction.afterMillis(200));
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode run = generator.records().run();
      assertThat(run.get("requests").asLong()).isEqualTo(server.requests());
      long completed = 0;
      for (JsonNode outcome : run.get("totals")) {
        completed += outcome.get("ok").asLong();
      }
      // Those that were under way are completed too.
      assertThat(completed).isBetween(30L, 150L);
      Instant started = Instant.parse(run.get("startedAt").asText());
      assertThat(Instant.parse(run.get("finishedAt").asText()))
          .isBefore(started.plusSeconds(8))
          .as("a step of 10 s");
    }
  }

  /** Responses become twice as fast every three seconds, for ten seconds. */
  @Test
  void aWarmUpGoesOnWhileServersStillBecomeFaster() throws Exception {
    Undisturbed.check(WarmUpIT::fasterAndFaster);
  }

  private static Undisturbed.Run fasterAndFaster() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "100",
            "STEP_SECONDS", "100",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "1",
            "MODE", "warmup",
            "MAX_IN_FLIGHT", "1",
            "MAX_TRANSACTIONS", "2",
            "WARM_SECONDS", "3");
    AtomicLong first = new AtomicLong();
    try (MachineWatch machine = new MachineWatch();
        KnownServer server =
            new KnownServer(
                number -> {
                  first.compareAndSet(0, System.nanoTime());
                  double seconds = (System.nanoTime() - first.get()) / 1e9;
                  return Reaction.afterMillis(
                      Math.round(Math.max(40, 400 * Math.pow(0.5, seconds / 3))));
                });
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      JsonNode run = generator.records().run();
      Instant started = Instant.parse(run.get("startedAt").asText());
      Instant finished = Instant.parse(run.get("finishedAt").asText());
      assertThat(run.get("risePercent").asDouble()).isLessThan(3);
      return new Undisturbed.Run(
          machine.seen(),
          () -> assertThat(finished).isBetween(started.plusSeconds(9), started.plusSeconds(90)));
    }
  }
}
