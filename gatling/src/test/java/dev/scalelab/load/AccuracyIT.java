package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.KnownServer.Behaviour;
import dev.scalelab.load.KnownServer.Reaction;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Compares the generator's times in the open model with times known to the server. */
@Tag("nightly")
@Isolated("what else runs takes the cores that times depend on")
class AccuracyIT {
  /**
   * Near every checked percentile, a thousandth of the requests spans less than the allowed
   * deviation: a pause of the machine that delays a few requests, or a few on different sides of
   * the window's border, must not decide the result.
   */
  static final KnownDelays DELAYS =
      new KnownDelays(
          new double[][] {
            {0, 5},
            {0.4, 25},
            {0.85, 55},
            {0.93, 82},
            {0.97, 92},
            {0.98, 180},
            {0.995, 200},
            {0.997, 390},
            {1, 422}
          });

  /** Number of the step that is judged, from 0. */
  private static final int MEASURED = 1;

  /**
   * Number of the first request in the stall, from 0: after the first step, a ramp and six seconds,
   * and in the second two seconds before the window and two of it.
   */
  private static final long STALLED = 100 + 6 * 200 + 2 * 200 + 2 * 200;

  @Test
  void percentilesAreThoseOfTheServerWithinOnePercentOrOneMillisecond() throws Exception {
    AccuracyAttempts.measure(
        () -> AccuracyRun.of(arrivals(500, 10, 2), DELAYS),
        run -> assertThatTheyAreMeasured(DELAYS, run));
  }

  /**
   * Each gets half of the delays: the mean of two percentiles would be far from the percentile of
   * both. They are longer, because three processes on two cores wait a millisecond for one; the
   * first of the longest are answered before the window.
   */
  @Test
  void soAreThoseOfTwoGeneratorsMergedOfWhichOneMeetsTheShortAndOneTheLongDelays()
      throws Exception {
    KnownDelays delays = DELAYS.timesLonger(5);
    AccuracyAttempts.measure(
        () -> {
          AccuracyRun run =
              AccuracyRun.of(arrivals(500, 12, 4), delays.part(0, 0.5), delays.part(0.5, 1));
          assertThat(run.pathsOf(0))
              .as("orders used by one generator but not by the other")
              .isNotEmpty()
              .doesNotContainAnyElementsOf(run.pathsOf(1));
          return run;
        },
        run -> assertThatTheyAreMeasured(delays, run));
  }

  private static void assertThatTheyAreMeasured(KnownDelays delays, AccuracyRun run) {
    run.assertThatCountsAgree();
    Histogram generator = run.sent(MEASURED);
    double[] percentiles = {50, 90, 95, 99, 99.9};
    run.assertThatTimesAreTheServers(generator, percentiles);
    for (double percentile : percentiles) {
      run.assertThatTimesAgree("configured", generator, percentile, delays::percentileMillis);
      run.assertThatOnlyLatenessIsAdded(percentile, delays::percentileMillis);
    }
  }

  @Test
  void aStallOfTheServerShowsInThePercentilesOfAllWhoWouldHaveMetIt() throws Exception {
    AccuracyAttempts.measure(
        () -> AccuracyRun.of(arrivals(200, 7, 2), stallOfOneSecond()),
        run -> {
          Histogram generator = run.sent(MEASURED);
          double[] percentiles = {50, 90, 95, 99, 99.9, 100};
          run.assertThatTimesAreTheServers(generator, percentiles);
          for (double percentile : percentiles) {
            DoubleUnaryOperator waited = at -> waitMillis(at, 1000);
            run.assertThatTimesAgree("by arithmetic", generator, percentile, waited);
            run.assertThatOnlyLatenessIsAdded(percentile, waited);
          }
        });
  }

  /**
   * A number of arrivals per second, in two steps: in the first a generator is late while its code
   * is compiled, by the more the slower the machine is.
   */
  private static Map<String, String> arrivals(int rate, int stepSeconds, int warmUpSeconds) {
    return Map.of(
        "RATES",
        rate + "," + rate,
        "STEP_SECONDS",
        Integer.toString(stepSeconds),
        "WARM_UP_SECONDS",
        Integer.toString(warmUpSeconds),
        "RAMP_SECONDS",
        "1");
  }

  /**
   * The waiting time at a percentile of the requests in a window that contains the whole stall: 200
   * arrivals per second meet a second without responses and a queue that is then processed at 500
   * per second, so that the k-th waits 1000 - 3k ms. The others are answered immediately. A
   * generator that waits for responses before it continues would see only one wait.
   */
  private static double waitMillis(double percentile, int requests) {
    long longer = Math.round(requests * (100 - percentile) / 100);
    return Math.max(0, 1000 - 3 * longer);
  }

  /**
   * From the request {@link #STALLED} on, two seconds into the window, no request is answered for
   * one second, and then a request every two milliseconds, in order. Two hundred responses at the
   * same time would measure how long this machine takes to read them.
   */
  private static Behaviour stallOfOneSecond() {
    AtomicLong stallStart = new AtomicLong();
    return number -> {
      if (number < STALLED) {
        return Reaction.AT_ONCE;
      }
      long now = System.nanoTime();
      if (number == STALLED) {
        stallStart.set(now);
      }
      long turn =
          TimeUnit.SECONDS.toNanos(1) + (number - STALLED) * TimeUnit.MILLISECONDS.toNanos(2);
      return new Reaction(Action.ANSWER, Math.max(0, stallStart.get() + turn - now));
    };
  }
}
