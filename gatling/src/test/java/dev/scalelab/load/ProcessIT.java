package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Start and end of the process: signals, exit codes and messages. */
class ProcessIT {
  private static final Duration SOON = Duration.ofSeconds(120);

  @Test
  void sigtermEndsARunAtOnceWithWhatWasDone() throws Exception {
    Map<String, String> settings =
        Map.of(
            "RATES", "20" + ",20".repeat(20),
            "STEP_SECONDS", "2",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0");
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
      generator.nextLine(SOON);
      GeneratorProcess.Line step = generator.nextLine(SOON);
      assertThat(step.json().get("record").asText()).isEqualTo("step");

      Instant signal = Instant.now();
      generator.terminate();

      assertThat(generator.exitCode(SOON)).isEqualTo(143);
      assertThat(Duration.between(signal, Instant.now())).isLessThan(Duration.ofSeconds(15));
      Records records = generator.records();
      assertThat(records.steps()).hasSizeBetween(1, 8);
      JsonNode run = records.run();
      assertThat(run.get("interrupted").asBoolean()).isTrue();
      assertThat(run.get("scheduled").asLong()).isBetween(40L, 400L);
      long finished = records.sumOfRun("totals", "ok") + records.sumOfRun("totals", "failed");
      assertThat(finished + run.get("unfinished").asLong())
          .isBetween(step.json().get("completed").asLong(), run.get("scheduled").asLong());
    }
  }

  @Test
  void badSettingsAreAllNamedAndEndWithTwo() throws Exception {
    try (GeneratorProcess generator =
        GeneratorProcess.start(Map.of("RATES", "20,-1", "WARM_UP_SECONDS", "99"))) {
      assertThat(generator.exitCode(SOON)).isEqualTo(2);
      assertThat(generator.errorText())
          .contains("TARGET_URL: is required")
          .contains("RATES: must be")
          .contains("WARM_UP_SECONDS: must be less than STEP_SECONDS, 30 (it is '99')");
      assertThat(generator.records().all()).isEmpty();
    }
  }

  @Test
  void aBadHeapEndsWithTwoBeforeJavaStarts() throws Exception {
    try (GeneratorProcess generator = GeneratorProcess.start(Map.of("HEAP", "much"))) {
      assertThat(generator.exitCode(SOON)).isEqualTo(2);
      assertThat(generator.errorText()).contains("HEAP: must be a number with k, m or g");
    }
  }

  @Test
  void aMetricsPortInUseEndsWithOneAndSaysSo() throws Exception {
    try (KnownServer server = new KnownServer(number -> Reaction.AT_ONCE);
        GeneratorProcess generator =
            GeneratorProcess.start(
                server,
                Map.of("RATES", "20", "METRICS_PORT", server.url().replaceAll(".*:", "")))) {
      assertThat(generator.exitCode(SOON)).isEqualTo(1);
      assertThat(generator.errorText()).contains("The run failed", "Address already in use");
    }
  }
}
