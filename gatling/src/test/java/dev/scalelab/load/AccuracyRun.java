package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;

/** A whole run of order statuses, as recorded by each generator and by its server. */
record AccuracyRun(List<Pair> pairs, MachineShortage shortage) {
  private static final Duration DEADLINE = Duration.ofSeconds(180);
  private static final double MICROS_PER_MILLI = 1000;

  /** Requests that may end on different sides of a window's border for generator and server. */
  private static final double AT_BORDERS = 10;

  /** A generator's records and its server. */
  record Pair(Records records, KnownServer server) {
    Pair {
      records.assertThatTheyAddUp();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      records.steps().forEach(step -> System.out.printf("lateness: %s%n", step.get("lateness")));
    }

    private JsonNode step(int number) {
      return records.steps().get(number);
    }
  }

  /** Checks that every request was answered, whatever the machine does. */
  void assertThatNothingFailed() {
    for (Pair pair : pairs) {
      assertThat(Records.errors(pair.records().run())).isEmpty();
    }
  }

  /** One percent, or a millisecond if that is more. */
  private static double allowed(double millis) {
    return Math.max(1, millis / 100);
  }

  /**
   * Runs a generator for each server to its end; several share the load. All counts must be the
   * same on both sides.
   */
  static AccuracyRun of(Map<String, String> settings, Behaviour... servers) throws Exception {
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try {
      HeldPort place = new HeldPort();
      open.push(place);
      MachineShortage shortage = new MachineShortage();
      open.push(shortage);
      Map<String, String> all = Together.of(servers.length, place, settings);
      all.put("MIX", "orderStatus=100");
      List<KnownServer> known = new ArrayList<>();
      List<GeneratorProcess> processes = new ArrayList<>();
      for (Behaviour behaviour : servers) {
        known.add(new KnownServer(behaviour));
        open.push(known.get(known.size() - 1));
      }
      for (KnownServer server : known) {
        processes.add(GeneratorProcess.start(server, Together.as(processes.size(), all)));
        open.push(processes.get(processes.size() - 1));
      }
      List<Pair> pairs = new ArrayList<>();
      for (GeneratorProcess process : processes) {
        assertThat(process.exitCode(DEADLINE)).as(process.errorText()).isZero();
        pairs.add(new Pair(process.records(), known.get(pairs.size())));
      }
      return new AccuracyRun(pairs, shortage);
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }

  /**
   * Delay of transactions' starts in the last step, in milliseconds, of the generator with the
   * highest delay.
   */
  double latenessMillis(String percentile) {
    return pairs.stream()
        .map(pair -> pair.step(lastStep()).get("lateness").get(percentile))
        .mapToDouble(JsonNode::asDouble)
        .max()
        .orElseThrow();
  }

  /** Percentage of the last step in which something waited for a core. */
  double shortagePercent() {
    JsonNode step = step(lastStep());
    return shortage.percent(
        Instant.parse(step.get("measuredFrom").asText()),
        Instant.parse(step.get("measuredTo").asText()));
  }

  /** Number of the last step, from 0. */
  private int lastStep() {
    return pairs.get(0).records().steps().size() - 1;
  }

  /** A step's record of the first generator; steps count from 0. */
  JsonNode step(int number) {
    return pairs.get(0).step(number);
  }

  /** Times of a step from their scheduled start as measured by the generators, merged. */
  Histogram times(int step) {
    Histogram all = new Histogram(3);
    pairs.forEach(pair -> all.add(Records.merged(pair.step(step))));
    return all;
  }

  /** The same times from the sending: those that a server can know. */
  Histogram sent(int step) {
    Histogram all = new Histogram(2);
    pairs.forEach(pair -> all.add(Records.sent(pair.step(step))));
    return all;
  }

  /** The servers' records of the requests that they answered in the last step's window. */
  Served served() {
    Served all = new Served();
    for (Pair pair : pairs) {
      JsonNode step = pair.step(lastStep());
      all.add(
          pair.server()
              .served(
                  Instant.parse(step.get("measuredFrom").asText()),
                  Instant.parse(step.get("measuredTo").asText())));
    }
    return all;
  }

  /** The paths requested by a generator. */
  Set<String> pathsOf(int generator) {
    return pairs.get(generator).server().requestsByPath().keySet();
  }

  /**
   * Time that the machine adds to a generator's time, in milliseconds: a request waits until the
   * server is woken, about as long as the server's own timers, and its response waits for the
   * generator, about as long as the generator's own timers, which start its transactions.
   */
  double noiseMillis() {
    double server = served().lateMillis();
    return server + Math.max(server, latenessMillis("p50Millis"));
  }

  /** Checks that generators and servers have recorded the same requests. */
  void assertThatCountsAgree() {
    assertThat((double) times(lastStep()).getTotalCount())
        .as("requests of the window")
        .isCloseTo(served().heldMicros().getTotalCount(), within(AT_BORDERS * pairs.size()));
  }

  /** Compares times with how long the servers held the requests of the same window. */
  void assertThatTimesAreTheServers(Histogram generator, double... percentiles) {
    Histogram server = served().heldMicros();
    for (double percentile : percentiles) {
      assertThatTimesAgree("server", generator, percentile, at -> millis(server, at));
    }
  }

  /**
   * Compares the generator's time with the expected time, from the server or computed. The machine
   * makes it longer, never shorter.
   */
  void assertThatTimesAgree(
      String what, Histogram generator, double percentile, DoubleUnaryOperator expectedMillis) {
    double expected = expectedMillis.applyAsDouble(percentile);
    double measured = millis(generator, percentile);
    String times =
        "p%s: %s %.2f ms, generator %.2f ms".formatted(percentile, what, expected, measured);
    System.out.println(times);
    assertThat(measured)
        .as(times)
        .isBetween(expected - allowed(expected), maxMillis(percentile, expectedMillis));
  }

  /**
   * Maximum of a percentile: the expected time, or the server's time if that is more, at the
   * percentile that results when requests delayed by the machine, on either side, are among the
   * longer ones.
   */
  private double maxMillis(double percentile, DoubleUnaryOperator expectedMillis) {
    double at = Math.min(100, percentile + 2 * served().heldUpPercent());
    double server = millis(served().heldMicros(), at);
    double expected = Math.max(expectedMillis.applyAsDouble(at), server);
    double slow = percentile > 50 ? 2 * transitMillis() : 0;
    return expected + allowed(expected) + noiseMillis() + slow;
  }

  /**
   * Time between server and generator at the median, in milliseconds. A slow machine makes some
   * responses wait longer than that; a generator that is late itself is late at the median too, to
   * which no such time is added.
   */
  private double transitMillis() {
    return Math.max(0, millis(times(lastStep()), 50) - millis(served().heldMicros(), 50));
  }

  /**
   * Checks that times from the scheduled start are exactly the times from the sending plus the
   * lateness.
   */
  void assertThatOnlyLatenessIsAdded(double percentile, DoubleUnaryOperator expectedMillis) {
    Histogram sent = sent(lastStep());
    double min =
        sent.lowestEquivalentValue(sent.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
    double max = maxMillis(percentile, expectedMillis) + latenessMillis("p99Millis");
    double scheduled = millis(times(lastStep()), percentile);
    System.out.printf("p%s: from the scheduled moment %.2f ms%n", percentile, scheduled);
    assertThat(scheduled).as("p%s from the scheduled moment in ms", percentile).isBetween(min, max);
  }

  /** Of the values that a histogram does not distinguish, returns the middle one. */
  static double millis(Histogram micros, double percentile) {
    return micros.medianEquivalentValue(micros.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
  }
}
