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
 * Arrivals that are more than a server can do, and then as few as before: by arithmetic, one that
 * answers 100 a second has a queue of 50 more with each second at 150/s, which melts by 60 with
 * each at 40/s.
 */
@Isolated("what else runs takes the cores that times depend on")
class OverloadIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);
  private static final long SERVICE_MILLIS = 10;

  /** Four seconds are measured of each step, whose first two are not. */
  private static final Map<String, String> UP_AND_BACK =
      Map.of(
          "MIX", "orderStatus=100",
          "RATES", "40,150,40,40",
          "STEP_SECONDS", "6",
          "WARM_UP_SECONDS", "2",
          "RAMP_SECONDS", "0");

  @Test
  void anOverloadIsSeenInFullAndSoIsTheRecoveryFromIt() throws Exception {
    try (KnownServer server = new KnownServer(oneAtATime());
        GeneratorProcess generator = GeneratorProcess.start(server, UP_AND_BACK)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      assertThat(records.run().get("scheduled").asLong()).isEqualTo(6 * (40 + 150 + 40 + 40));
      List<JsonNode> steps = records.steps();
      assertThat(completedPerSecond(steps.get(0))).as("below capacity").isCloseTo(40, within(2.0));
      assertThat(completedPerSecond(steps.get(1))).as("its capacity").isCloseTo(100, within(3.0));
      // The queue of 300 melts in 5 s: 3 s of the measured four are at its capacity, one at 40/s.
      assertThat(completedPerSecond(steps.get(2))).as("what was left").isCloseTo(85, within(6.0));
      assertThat(completedPerSecond(steps.get(3))).as("as before").isCloseTo(40, within(2.0));
      assertThat(medianMillis(steps.get(0))).isLessThan(5.0 * SERVICE_MILLIS);
      // Who is answered t seconds after the step's begin came after two thirds of them.
      assertThat(medianMillis(steps.get(1))).as("of 667 to 2000 ms").isCloseTo(1333, within(70.0));
      assertThat(medianMillis(steps.get(3))).as("recovered").isLessThan(5.0 * SERVICE_MILLIS);
    }
  }

  /** Each request waits for those before it, and then takes its time. */
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
