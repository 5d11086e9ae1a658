package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Behaviour;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A whole run of order statuses, as the generator recorded it and as the server saw it. */
record AccuracyRun(Records records, KnownServer server) {
  private static final double MICROS_PER_MILLI = 1000;

  /** One percent, or a millisecond where that is more. */
  private static double allowed(double millis) {
    return Math.max(1, millis / 100);
  }

  /** Runs the generator to its end; whatever can be counted must be the same on both sides. */
  static AccuracyRun of(Behaviour behaviour, Map<String, String> settings)
      throws InterruptedException {
    Map<String, String> all = new HashMap<>(settings);
    all.put("MIX", "orderStatus=100");
    try (KnownServer server = new KnownServer(behaviour);
        GeneratorProcess generator = GeneratorProcess.start(server, all)) {
      assertThat(generator.exitCode(Duration.ofSeconds(90))).isZero();
      AccuracyRun run = new AccuracyRun(generator.records(), server);
      run.records.assertThatTheyAddUp();
      assertThat(Records.errors(run.records.run())).isEmpty();
      assertThat(run.records.run().get("requests").asLong()).isEqualTo(server.requests());
      run.records
          .steps()
          .forEach(step -> System.out.printf("lateness: %s%n", step.get("lateness")));
      return run;
    }
  }

  /** How late one in a hundred transactions of the latest step began, in milliseconds. */
  double latenessMillis() {
    return step(records.steps().size() - 1).get("lateness").get("p99Millis").asDouble();
  }

  /** A step's record, from 0. */
  JsonNode step(int number) {
    return records.steps().get(number);
  }

  /** Times of a step as the generator measured them. */
  Histogram times(int step) {
    return Records.merged(step(step));
  }

  /** Checks the generator's time against what it has to be, by the server or by arithmetic. */
  static void assertThatTimesAgree(
      String what, Histogram generator, double percentile, double expectedMillis) {
    double measured = millis(generator, percentile);
    System.out.printf(
        "p%s: %s %.2f ms, generator %.2f ms%n", percentile, what, expectedMillis, measured);
    assertThat(Math.abs(measured - expectedMillis))
        .as("p%s: %s %.2f ms, generator %.2f ms", percentile, what, expectedMillis, measured)
        .isLessThanOrEqualTo(allowed(expectedMillis));
  }

  static double millis(Histogram micros, double percentile) {
    return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }
}
