package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulated runs of four steps whose servers are warm, while their JIT compilers are always busy
 * enough: the series alone decide. Half of the noise of the machine is in both series, and a tenth
 * of the steps has a neighbour that slows the machine by a fifth for a third of the time.
 */
class WronglyInvalidTest {
  private static final int RUNS = 500;
  private static final int STEPS = 4;

  @ParameterizedTest
  @CsvSource({
    "45, 50, 0.02, 1",
    "45, 200, 0.04, 1",
    "60, 50, 0.02, 1",
    "60, 200, 0.04, 1",
    "60, 800, 0.04, 1",
    "120, 200, 0.04, 1"
  })
  void hardlyAnyGoodRunIsInvalid(int seconds, int rate, double noise, double maxPercent) {
    assertThat(invalidPercent(seconds, rate, noise, at -> 1)).isLessThan(maxPercent);
  }

  /** The first step of servers that need 60 % more CPU time at first, which falls in a minute. */
  @ParameterizedTest
  @CsvSource({"60, 200, 0.01, 60", "60, 800, 0.01, 90"})
  void mostRunsThatStillWarmUpStronglyAreInvalid(
      int seconds, int rate, double noise, double minPercent) {
    assertThat(invalidPercent(seconds, rate, noise, at -> 1 + 0.6 * Math.exp(-at / 60)))
        .isGreaterThan(minPercent);
  }

  private static double invalidPercent(
      int seconds, int rate, double noise, DoubleUnaryOperator cold) {
    Random random = new Random(seconds * 31L + rate);
    int invalid = 0;
    for (int run = 0; run < RUNS; run++) {
      boolean found = false;
      for (int step = 0; step < STEPS; step++) {
        double begin = step * seconds;
        found |= warmsUp(random, seconds, rate, noise, at -> cold.applyAsDouble(begin + at));
      }
      invalid += found ? 1 : 0;
    }
    return 100.0 * invalid / RUNS;
  }

  private static boolean warmsUp(
      Random random, int seconds, int rate, double noise, DoubleUnaryOperator cold) {
    int batches = seconds / Steadiness.BATCH_SECONDS;
    boolean disturbed = random.nextInt(10) == 0;
    int from = random.nextInt(batches);
    Slow both = new Slow(random, noise / Math.sqrt(2));
    Slow ofTimes = new Slow(random, noise / Math.sqrt(2));
    Slow ofDemand = new Slow(random, noise / Math.sqrt(2));
    List<Second> series = new ArrayList<>();
    double[] cpuSeconds = new double[batches];
    for (int batch = 0; batch < batches; batch++) {
      double slower = cold.applyAsDouble(5.0 * batch) * (1 + both.next());
      if (disturbed && batch >= from && batch < from + batches / 3) {
        slower *= 1.2;
      }
      double times = 50 * slower * (1 + ofTimes.next());
      double demand = 0.002 * slower * (1 + ofDemand.next());
      for (int second = 0; second < Steadiness.BATCH_SECONDS; second++) {
        long count = Math.round(rate + Math.sqrt(rate) * random.nextGaussian());
        // Of exponential times, the sum has this spread.
        double sum = times * (count + Math.sqrt(count) * random.nextGaussian());
        series.add(new Second(count, 0, 0, Math.round(sum), Math.round(sum), 5, 1, 0, 2));
        cpuSeconds[batch] += demand * count;
      }
    }
    StepSteadiness found =
        Steadiness.of(new StepSeries(series), 0, seconds, 0.9 * rate, cpuSeconds);
    return found.kind() == SteadyClass.WARMING_UP && found.series().size() == 2;
  }

  /** Noise that a batch shares with the one before. */
  private static final class Slow {
    private static final double CORRELATION = 0.5;

    private final Random random;
    private final double deviation;
    private double now;

    Slow(Random random, double deviation) {
      this.random = random;
      this.deviation = deviation;
      this.now = deviation * random.nextGaussian();
    }

    double next() {
      double fresh = deviation * Math.sqrt(1 - CORRELATION * CORRELATION);
      now = CORRELATION * now + fresh * random.nextGaussian();
      return now;
    }
  }
}
