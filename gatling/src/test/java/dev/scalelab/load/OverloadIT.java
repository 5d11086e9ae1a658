package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Arrivals that exceed a server's capacity, and then as few as before: computed, a server with 200
 * responses per second has a queue that grows by 100 per second at 300/s, and shrinks by 120 per
 * second at 80/s.
 */
@Isolated("what else runs takes the cores that times depend on")
class OverloadIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);
  private static final long SERVICE_MILLIS = 5;

  /** Two seconds of each step are measured; its first second is not. */
  private static final Map<String, String> UP_AND_BACK =
      Map.of(
          "MIX", "orderStatus=100",
          "RATES", "80,300,80,80",
          "STEP_SECONDS", "3",
          "WARM_UP_SECONDS", "1",
          "RAMP_SECONDS", "0");

  @Test
  void anOverloadIsSeenInFullAndSoIsTheRecoveryFromIt() throws Exception {
    Undisturbed.check(OverloadIT::run);
  }

  private static Undisturbed.Run run() throws Exception {
    try (MachineWatch machine = new MachineWatch();
        KnownServer server = new KnownServer(oneAtATime());
        GeneratorProcess generator = GeneratorProcess.start(server, UP_AND_BACK)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      assertThat(records.run().get("scheduled").asLong()).isEqualTo(3 * (80 + 300 + 80 + 80));
      return new Undisturbed.Run(machine.seen(), () -> assertThatItIsSeen(records.steps()));
    }
  }

  private static void assertThatItIsSeen(List<JsonNode> steps) {
    assertThat(completedPerSecond(steps.get(0))).as("below capacity").isCloseTo(80, within(4.0));
    assertThat(completedPerSecond(steps.get(1))).as("its capacity").isCloseTo(200, within(6.0));
    // The queue of 300 is processed in 2.5 s: 1.5 of the measured 2 s are at capacity, the rest
    // at 80/s.
    assertThat(completedPerSecond(steps.get(2))).as("what was left").isCloseTo(170, within(12.0));
    assertThat(completedPerSecond(steps.get(3))).as("as before").isCloseTo(80, within(4.0));
    assertThat(medianMillis(steps.get(0))).isLessThan(10.0 * SERVICE_MILLIS);
    // A request answered t seconds after the step's start arrived after two thirds of that time.
    assertThat(medianMillis(steps.get(1))).as("of 333 to 1000 ms").isCloseTo(667, within(35.0));
    assertThat(medianMillis(steps.get(3))).as("recovered").isLessThan(10.0 * SERVICE_MILLIS);
  }

  /** Each request waits for those before it, and then takes its own time. */
  private static Behaviour oneAtATime() {
    long[] free = {System.nanoTime()};
    return number -> {
      long now = System.nanoTime();
      free[0] = Math.max(now, free[0]) + TimeUnit.MILLISECONDS.toNanos(SERVICE_MILLIS);
      return new Reaction(Action.ANSWER, free[0] - now);
    };
  }

  private static double completedPerSecond(JsonNode step) {
    return step.get("completed").asLong() / step.get("measuredSeconds").asDouble();
  }

  private static double medianMillis(JsonNode step) {
    return Records.merged(step).getValueAtPercentile(50) / 1000.0;
  }
}
