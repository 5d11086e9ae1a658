package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.load.KnownServer.Behaviour;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** A whole run of order statuses, as each generator recorded it and as its server saw it. */
record AccuracyRun(List<Pair> pairs) {
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final double MICROS_PER_MILLI = 1000;

  /** A generator's records and the server that it asked. */
  record Pair(Records records, KnownServer server) {
    Pair {
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      assertThat(records.run().get("requests").asLong()).isEqualTo(server.requests());
      records.steps().forEach(step -> System.out.printf("lateness: %s%n", step.get("lateness")));
    }

    private JsonNode step(int number) {
      return records.steps().get(number);
    }
  }

  /** One percent, or a millisecond where that is more. */
  private static double allowed(double millis) {
    return Math.max(1, millis / 100);
  }

  /**
   * Runs a generator for each server to its end; several share the load. Whatever can be counted
   * must be the same on both sides.
   */
  static AccuracyRun of(Map<String, String> settings, Behaviour... servers) throws Exception {
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try {
      HeldPort place = new HeldPort();
      open.push(place);
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
      return new AccuracyRun(pairs);
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }

  /** How late one in a hundred transactions of the latest step began, in milliseconds. */
  double latenessMillis() {
    return pairs.stream()
        .map(pair -> pair.step(lastStep()).get("lateness").get("p99Millis"))
        .mapToDouble(JsonNode::asDouble)
        .max()
        .orElseThrow();
  }

  /** Number of the latest step, from 0. */
  int lastStep() {
    return pairs.get(0).records().steps().size() - 1;
  }

  /** A step's record of the first generator, from 0. */
  JsonNode step(int number) {
    return pairs.get(0).step(number);
  }

  /** Times of a step from their scheduled moments as the generators measured them, in one. */
  Histogram times(int step) {
    Histogram all = new Histogram(3);
    pairs.forEach(pair -> all.add(Records.merged(pair.step(step))));
    return all;
  }

  /** The same from the sending: what a server can know. */
  Histogram sent(int step) {
    Histogram all = new Histogram(2);
    pairs.forEach(pair -> all.add(Records.sent(pair.step(step))));
    return all;
  }

  /**
   * How long the servers held the requests of the last step's window, in microseconds.
   *
   * @param count the field of the step's record that says how many these are
   * @param later so many came to each server after them
   */
  Histogram held(String count, long later) {
    Histogram all = new Histogram(3);
    for (Pair pair : pairs) {
      long to = pair.server().requests() - later;
      all.add(pair.server().heldMicros(to - pair.step(lastStep()).get(count).asLong(), to));
    }
    return all;
  }

  /** The paths of what a generator has asked for. */
  Set<String> pathsOf(int generator) {
    return pairs.get(generator).server().requestsByPath().keySet();
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

  /**
   * Checks that times from the scheduled moment are those from the sending and lateness, and no
   * more than that.
   */
  void assertThatOnlyLatenessIsAdded(double percentile, double expectedMillis) {
    Histogram sent = sent(lastStep());
    double least =
        sent.lowestEquivalentValue(sent.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
    double most = expectedMillis + allowed(expectedMillis) + latenessMillis();
    double scheduled = millis(times(lastStep()), percentile);
    System.out.printf("p%s: from the scheduled moment %.2f ms%n", percentile, scheduled);
    assertThat(scheduled)
        .as("p%s from the scheduled moment in ms", percentile)
        .isBetween(least, most);
  }

  /** Of the values that a histogram does not tell apart it is the middle one. */
  static double millis(Histogram micros, double percentile) {
    return micros.medianEquivalentValue(micros.getValueAtPercentile(percentile)) / MICROS_PER_MILLI;
  }
}
