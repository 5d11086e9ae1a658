package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadyVerdict;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateTest {
  private static final int SERIES = 2000;

  @Test
  void evenNoiseIsSteady() {
    double[] even = {100, 101, 99, 100, 101, 99, 100, 101, 99, 100, 101, 99};

    SteadyState found = SteadyState.of(even, true);

    assertThat(found.verdict()).isEqualTo(SteadyVerdict.STEADY);
    assertThat(found.kind()).isNull();
    assertThat(found.drift()).isCloseTo(-4.0 / 143 * 12 / 100, within(0.0001));
    assertThat(found.shift()).isZero();
  }

  @Test
  void aThroughputThatRisesIsWarmingUpAndATimeThatRisesSlowingDown() {
    double[] rising = IntStream.range(0, 12).mapToDouble(i -> 90 + 2 * i + i % 2).toArray();

    SteadyState throughput = SteadyState.of(rising, true);
    assertThat(throughput.verdict()).isEqualTo(SteadyVerdict.NOT_STEADY);
    assertThat(throughput.kind()).isEqualTo(SteadyClass.WARMING_UP);
    assertThat(throughput.drift()).isCloseTo(0.24, within(0.01));
    assertThat(SteadyState.of(rising, false).kind()).isEqualTo(SteadyClass.SLOWING_DOWN);
  }

  @Test
  void aChangeAtOnceIsALevelShift() {
    double[] shifted =
        IntStream.range(0, 12).mapToDouble(i -> (i < 6 ? 100 : 80) + i % 2).toArray();

    SteadyState found = SteadyState.of(shifted, true);

    assertThat(found.kind()).isEqualTo(SteadyClass.LEVEL_SHIFT);
    assertThat(found.shift()).isCloseTo(-0.22, within(0.01));
  }

  @Test
  void aSeriesThatCannotShowAChangeOfTenPercentIsUnclear() {
    double[] noisy = {100, 130, 80, 120, 70, 125, 85, 110, 90};

    assertThat(SteadyState.of(noisy, true).verdict()).isEqualTo(SteadyVerdict.UNCLEAR);
  }

  @Test
  void fewBatchesAndAStandstillAreNotJudged() {
    assertThat(SteadyState.of(new double[] {1, 2, 3, 4, 5, 6, 7}, true).verdict())
        .isEqualTo(SteadyVerdict.NOT_JUDGED);
    assertThat(SteadyState.of(new double[12], true).verdict()).isEqualTo(SteadyVerdict.NOT_JUDGED);
  }

  @Test
  void equalBatchesAreSteadyAndTwoExactLevelsAreAShift() {
    double[] equal = new double[12];
    Arrays.fill(equal, 7);
    double[] levels = equal.clone();
    Arrays.fill(levels, 6, 12, 8);

    assertThat(SteadyState.of(equal, true).verdict()).isEqualTo(SteadyVerdict.STEADY);
    assertThat(SteadyState.of(levels, true).kind()).isEqualTo(SteadyClass.LEVEL_SHIFT);
  }

  @Test
  void itSettledWhenTheRestIsKnownBest() {
    double[] settling = {300, 200, 130, 100, 101, 99, 100, 102, 98, 100, 101, 99};

    assertThat(SteadyState.settledAfter(settling)).isEqualTo(3);
    assertThat(SteadyState.settledAfter(new double[] {100, 100, 100, 100, 500}))
        .as("what comes at the end was not settling")
        .isZero();
  }

  /**
   * False alarms of one series with noise of a few percent; more only where a slow disturbance
   * covers most of the window. A run is invalid only if two series agree.
   */
  @ParameterizedTest
  @CsvSource({
    "9, 50, 0.01, 0.0, 0.5",
    "9, 200, 0.03, 0.5, 1.0",
    "9, 800, 0.03, 0.5, 1.0",
    "12, 50, 0.03, 0.5, 1.0",
    "12, 200, 0.03, 0.5, 2.2",
    "12, 800, 0.01, 0.5, 0.5",
    "24, 200, 0.03, 0.5, 1.2",
    "60, 800, 0.03, 0.5, 1.0",
    "12, 800, 0.03, 0.8, 7.0"
  })
  void steadySeriesRarelyRaiseAnAlarm(
      int batches, double perSecond, double noise, double correlation, double maxPercent) {
    PlayedSeries played = new PlayedSeries(1, batches, 5 * perSecond, noise, correlation);

    assertThat(
            percent(
                series -> SteadyState.of(series, true).verdict() == SteadyVerdict.NOT_STEADY,
                i -> played.flat()))
        .isLessThanOrEqualTo(maxPercent);
  }

  /** Of which those that would count as warming up: the only ones that can make a run invalid. */
  @ParameterizedTest
  @CsvSource({"9, 0.06, 0.5, 0.9", "12, 0.06, 0.5, 0.6", "12, 0.06, 0.8, 2.5", "24, 0.06, 0.8, 2"})
  void evenNoisySeriesRarelySeemToWarmUp(
      int batches, double noise, double correlation, double maxPercent) {
    PlayedSeries played = new PlayedSeries(2, batches, 1000, noise, correlation);

    assertThat(
            percent(
                series -> SteadyState.of(series, true).kind() == SteadyClass.WARMING_UP,
                i -> played.flat()))
        .isLessThanOrEqualTo(maxPercent);
  }

  /** The shares of drifts that are found in 60 s: how weak a window's own test is. */
  @ParameterizedTest
  @CsvSource({
    "50, 0.0, 0.10, 1, 6",
    "50, 0.0, 0.19, 15, 35",
    "200, 0.0, 0.19, 68, 88",
    "200, 0.04, 0.19, 25, 55",
    "800, 0.0, 0.19, 97, 100",
    "800, 0.01, 0.19, 95, 100"
  })
  void findsADriftInAQuietSeriesAndSeldomInANoisyOne(
      double perSecond, double noise, double drift, double min, double max) {
    PlayedSeries played = new PlayedSeries(3, 12, 5 * perSecond, noise, 0.5);

    assertThat(
            percent(
                series -> SteadyState.of(series, true).verdict() == SteadyVerdict.NOT_STEADY,
                i -> played.drifting(drift)))
        .isBetween(min, max);
  }

  /** The same for a change by 20 % at once. */
  @ParameterizedTest
  @CsvSource({"50, 0.0, 58, 70", "200, 0.0, 97, 100", "800, 0.0, 99, 100", "200, 0.04, 60, 85"})
  void findsAStep(double perSecond, double noise, double min, double max) {
    PlayedSeries played = new PlayedSeries(4, 12, 5 * perSecond, noise, 0.5);

    assertThat(
            percent(
                series -> SteadyState.of(series, true).verdict() == SteadyVerdict.NOT_STEADY,
                i -> played.shifted(0.2)))
        .isBetween(min, max);
  }

  private static double percent(Predicate<double[]> found, IntFunction<double[]> series) {
    return 100.0
        * IntStream.range(0, SERIES).filter(i -> found.test(series.apply(i))).count()
        / SERIES;
  }
}
