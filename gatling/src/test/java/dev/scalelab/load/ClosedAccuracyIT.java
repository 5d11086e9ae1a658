package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Compares the generator's times in the closed model with times known to the server: a fixed number
 * of users, each of whom sends a request as soon as the previous one is answered.
 */
@Tag("nightly")
@Isolated("what else runs takes the cores that times depend on")
class ClosedAccuracyIT {
  /** Mean of 25 ms: a user gets about 39 responses per second. */
  private static final KnownDelays EVEN = new KnownDelays(new double[][] {{0, 10}, {1, 40}});

  private static final int USERS = 10;

  /**
   * Number of the first request in the stall: about a second into the third window. In the first
   * step the generator's code is compiled.
   */
  private static final long STALLED = 5600;

  private static final long ANSWERS_APART_NANOS = TimeUnit.MICROSECONDS.toNanos(2500);

  /** Longer than any request outside the stall, however busy the machine is. */
  private static final long STALLED_MICROS = TimeUnit.MILLISECONDS.toMicros(500);

  @Test
  void percentilesAreThoseOfTheServersDelaysAndUsersAreNeverIdle() throws Exception {
    int users = 20;
    AccuracyAttempts.measure(
        () -> AccuracyRun.of(users(Integer.toString(users), 9, 2), AccuracyIT.DELAYS),
        run -> {
          run.assertThatCountsAgree();
          Histogram generator = run.times(0);
          double[] percentiles = {50, 90, 95, 99, 99.9};
          run.assertThatTimesAreTheServers(generator, percentiles);
          for (double percentile : percentiles) {
            run.assertThatTimesAgree(
                "configured", generator, percentile, AccuracyIT.DELAYS::percentileMillis);
          }
          // Little's law: a user sends the next request about 0.3 ms after the response.
          double perSecond =
              generator.getTotalCount() / run.step(0).get("measuredSeconds").asDouble();
          double busy = perSecond * run.served().heldMicros().getMean() / 1e6;
          double waking = perSecond * run.noiseMillis() / 1e3;
          System.out.printf("of %d users the server had %.2f%n", users, busy);
          assertThat(busy).as("users at the server").isBetween(users - 0.5 - waking, users + 0.5);
        });
  }

  @Test
  void aStallOfTheServerIsOneWaitOfEachUserAndTheRequestsNotSentMeanwhile() throws Exception {
    AccuracyAttempts.measure(
        () -> AccuracyRun.of(users(USERS + "," + USERS + "," + USERS, 6, 2), stallOfOneSecond()),
        run -> {
          Histogram generator = run.times(2);
          Histogram server = run.served().heldMicros();
          // Each had one request in flight, and sent no other until that was answered.
          assertThat(stalledOf(generator)).isEqualTo(USERS);
          assertThat(stalledOf(server)).isEqualTo(USERS);
          // All other times are those of a server without a stall. The 99th percentile lies at the
          // end of the delays, where one request in a thousand that is delayed by the machine moves
          // it.
          for (double percentile : new double[] {50, 90}) {
            run.assertThatTimesAgree("configured", generator, percentile, EVEN::percentileMillis);
          }
          run.assertThatTimesAreTheServers(generator, 50, 90, 99.9, 100);
          double expected = expectedRequests(run);
          System.out.printf(
              "requests: %d without a stall, %d with it, expected %.0f%n",
              run.times(1).getTotalCount(), generator.getTotalCount(), expected);
          assertThat((double) generator.getTotalCount())
              .as("requests of the step with the stall")
              .isCloseTo(expected, within(expected * 0.02));
        });
  }

  /**
   * The number without a stall, minus the requests of the second for which each user waited for one
   * response.
   */
  private static double expectedRequests(AccuracyRun run) {
    double windowSeconds = run.step(1).get("measuredSeconds").asDouble();
    return run.times(1).getTotalCount() * (windowSeconds - 1) / windowSeconds + USERS;
  }

  private static long stalledOf(Histogram micros) {
    return micros.getCountBetweenValues(STALLED_MICROS, micros.getMaxValue());
  }

  private static Map<String, String> users(String users, int stepSeconds, int warmUpSeconds) {
    return Map.ofEntries(
        Map.entry("USERS", users),
        Map.entry("STEP_SECONDS", Integer.toString(stepSeconds)),
        Map.entry("WARM_UP_SECONDS", Integer.toString(warmUpSeconds)),
        Map.entry("RAMP_SECONDS", "1"));
  }

  /**
   * From the request {@link #STALLED} on, no new request is answered for one second. The requests
   * received meanwhile, one of each user, are then answered in order, evenly over the mean delay of
   * 25 ms: ten responses at the same time would make the users send ten requests at the same time
   * from then on.
   */
  private static Behaviour stallOfOneSecond() {
    AtomicLong end = new AtomicLong(Long.MIN_VALUE);
    AtomicLong turns = new AtomicLong();
    return number -> {
      long now = System.nanoTime();
      if (number == STALLED) {
        end.set(now + TimeUnit.SECONDS.toNanos(1));
      }
      return number < STALLED || now >= end.get()
          ? EVEN.reactionTo(number)
          : new Reaction(
              Action.ANSWER, end.get() - now + turns.getAndIncrement() * ANSWERS_APART_NANOS);
    };
  }
}
