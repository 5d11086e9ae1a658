package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Simulated runs of four steps whose servers are warm, while their JIT compilers are always busy
 * enough: the series and the CPU time of a transaction, compared with two runs before, decide. Half
 * of the noise of the machine is in both series, and a tenth of the steps has a neighbour that
 * slows the machine by a fifth for a third of the time.
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
    assertThat(invalidPercent(STEPS, seconds, rate, noise, at -> 1)).isLessThan(maxPercent);
  }

  /** Each step of a search is a run, which is compared with others at its load. */
  @ParameterizedTest
  @CsvSource({"45, 50, 0.02, 1", "60, 200, 0.02, 1", "60, 800, 0.02, 1"})
  void hardlyAnyGoodStepOfASearchIsInvalid(int seconds, int rate, double noise, double maxPercent) {
    assertThat(invalidPercent(1, seconds, rate, noise, at -> 1)).isLessThan(maxPercent);
  }

  /** The first step of servers that need 60 % more CPU time at first, which falls in a minute. */
  @ParameterizedTest
  @CsvSource({"60, 200, 0.01, 60", "60, 800, 0.01, 90"})
  void mostRunsThatStillWarmUpStronglyAreInvalid(
      int seconds, int rate, double noise, double minPercent) {
    assertThat(invalidPercent(STEPS, seconds, rate, noise, at -> 1 + 0.6 * Math.exp(-at / 60)))
        .isGreaterThan(minPercent);
  }

  private static double invalidPercent(
      int steps, int seconds, int rate, double noise, DoubleUnaryOperator cold) {
    Random random = new Random(seconds * 31L + rate);
    int invalid = 0;
    List<RunResult> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      boolean found = false;
      double[] millis = new double[steps];
      for (int step = 0; step < steps; step++) {
        double begin = step * seconds;
        Measured measured =
            measured(random, seconds, rate, noise, at -> cold.applyAsDouble(begin + at));
        found |= measured.warmsUp();
        millis[step] = measured.cpuMillis();
      }
      runs.add(ValidRuns.compiled(run, 2.0, millis));
      if (run >= 2) {
        found |= DemandTest.check(runs.get(run), runs.subList(run - 2, run)).isPresent();
      }
      invalid += found ? 1 : 0;
    }
    return 100.0 * invalid / RUNS;
  }

  /**
   * What a step shows.
   *
   * @param cpuMillis CPU time of a transaction
   */
  private record Measured(boolean warmsUp, double cpuMillis) {}

  private static Measured measured(
      Random random, int seconds, int rate, double noise, DoubleUnaryOperator cold) {
    int batches = seconds / Steadiness.BATCH_SECONDS;
    boolean disturbed = random.nextInt(10) == 0;
    int from = random.nextInt(batches);
    Slow both = new Slow(random, noise / Math.sqrt(2));
    Slow ofTimes = new Slow(random, noise / Math.sqrt(2));
    Slow ofDemand = new Slow(random, noise / Math.sqrt(2));
    List<Second> series = new ArrayList<>();
    double[] cpuSeconds = new double[batches];
    long transactions = 0;
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
        transactions += count;
      }
    }
    StepSteadiness found =
        Steadiness.of(new StepSeries(series), 0, seconds, 0.9 * rate, cpuSeconds);
    return new Measured(
        found.kind() == SteadyClass.WARMING_UP && found.series().size() == 2,
        1000 * DoubleStream.of(cpuSeconds).sum() / transactions);
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
