package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteadinessTest {
  private static final double[] UNKNOWN = {};
  private static final int SETTLING = 15;
  private static final double MEASURED = 60;

  /** Below capacity the throughput is the rate, even while the servers still become faster. */
  @Test
  void ofAnOpenLoadResponseTimesAndDemandAreJudged() {
    StepSteadiness found =
        judge(series(i -> 100, i -> 60 - i / 3), 100.0, demand(i -> 30 - 0.5 * i));

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.NOT_STEADY);
    assertThat(found.kind()).isEqualTo(SteadyClass.WARMING_UP);
    assertThat(found.series())
        .containsExactlyInAnyOrder(SteadySeries.RESPONSE_TIME, SteadySeries.DEMAND);
    assertThat(found.driftPercent().value()).isBetween(-50.0, -30.0);
    assertThat(found.driftPercent().low()).isLessThan(found.driftPercent().value());
  }

  /** Queues of an overloaded system grow by themselves. */
  @Test
  void ofAnOverloadThroughputIsJudgedAndGrowingTimesAreNot() {
    StepSteadiness found = judge(series(i -> 60, i -> 100 * (i + 1)), 100.0, UNKNOWN);

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.STEADY);
    assertThat(found.series()).isNull();
  }

  @Test
  void ofUsersThroughputIsJudged() {
    StepSteadiness found = judge(series(i -> 100 + i, i -> 60), null, UNKNOWN);

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.NOT_STEADY);
    assertThat(found.series()).containsExactly(SteadySeries.THROUGHPUT);
  }

  @Test
  void oneSeriesIsEnoughForNotSteady() {
    StepSteadiness found = judge(series(i -> 100, i -> 60), 100.0, demand(i -> 30 + 0.5 * i));

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.NOT_STEADY);
    assertThat(found.kind()).isEqualTo(SteadyClass.SLOWING_DOWN);
    assertThat(found.series()).containsExactly(SteadySeries.DEMAND);
  }

  @Test
  void timesOfAHandfulOfTransactionsAreNotJudged() {
    assertThat(judge(series(i -> i % 5 == 0 ? 1 : 0, i -> 60), 0.2, UNKNOWN).verdict())
        .isEqualTo(SteadyVerdict.NOT_JUDGED);
  }

  @Test
  void aWindowOfLessThanFortySecondsIsNotJudged() {
    assertThat(Steadiness.of(series(i -> 100, i -> 60), SETTLING, 39.9, 100.0, UNKNOWN).verdict())
        .isEqualTo(SteadyVerdict.NOT_JUDGED);
  }

  /** Response times fell in the first fifteen seconds, which are not measured. */
  @Test
  void whatSettledBeforeTheMeasuredPartIsSteady() {
    StepSteadiness found = judge(series(i -> 100, i -> i < 15 ? 300 - 15 * i : 60), 100.0, UNKNOWN);

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.STEADY);
    assertThat(found.settledAfterSeconds()).isEqualTo(15);
  }

  private static StepSteadiness judge(StepSeries series, Double rate, double[] cpuSeconds) {
    return Steadiness.of(series, SETTLING, MEASURED, rate, cpuSeconds);
  }

  /** CPU milliseconds of each transaction, 500 of them in a batch. */
  private static double[] demand(IntToDoubleFunction millis) {
    return IntStream.range(0, 12).mapToDouble(i -> 500 * millis.applyAsDouble(i) / 1000).toArray();
  }

  private static StepSeries series(IntToLongFunction completed, IntToLongFunction millis) {
    return new StepSeries(
        IntStream.range(0, 75)
            .mapToObj(
                i -> {
                  long count = completed.applyAsLong(i);
                  // Odd seconds are a little slower.
                  long sum = count * millis.applyAsLong(i) + i % 2;
                  return new Second(count, 0, 0, sum, sum, 5, 100, 0, 200);
                })
            .toList());
  }
}
