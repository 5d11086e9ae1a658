package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.ResponseTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42, 2026})
  void percentilesOfMergedHistogramsAreThoseOfTheUnionOfTheirValues(long seed) {
    Random random = new Random(seed);
    Histogram union = new Histogram(Histograms.DIGITS);
    List<Histogram> parts =
        IntStream.range(0, 2 + random.nextInt(8))
            .mapToObj(part -> new Histogram(Histograms.DIGITS))
            .toList();
    for (int i = 0; i < 20_000; i++) {
      Histogram part = parts.get(random.nextInt(parts.size()));
      long micros = (long) Math.exp(5 + 2.5 * random.nextGaussian() + parts.indexOf(part) * 0.3);
      part.recordValue(micros);
      union.recordValue(micros);
    }

    Histogram merged =
        Histograms.merge(parts.stream().map(Histograms::encode).map(Histograms::decode).toList());

    assertThat(Percentiles.of(merged)).isEqualTo(Percentiles.of(union));
    assertThat(merged.getTotalCount()).isEqualTo(20_000);
  }

  /** A generator of the user's own chooses its digits, and the unit of its shortest times. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42, 2026})
  void percentilesOfMixedResolutionsAreNeverBelowWhatWasRecorded(long seed) {
    Random random = new Random(seed);
    List<Histogram> parts =
        IntStream.range(0, 2 + random.nextInt(5))
            .mapToObj(part -> ofResolution(1 + random.nextInt(3), List.of(1, 100, 1000), random))
            .toList();
    List<Long> recorded = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      long micros = (long) Math.exp(8 + 2.5 * random.nextGaussian());
      parts.get(random.nextInt(parts.size())).recordValue(micros);
      recorded.add(micros);
    }
    Collections.sort(recorded);

    ResponseTimes merged =
        Percentiles.of(
            Histograms.merge(
                parts.stream().map(Histograms::encode).map(Histograms::decode).toList()));

    assertThat(merged.p50Millis() * 1000).isGreaterThanOrEqualTo(recorded.get(2_499));
    assertThat(merged.p90Millis() * 1000).isGreaterThanOrEqualTo(recorded.get(4_499));
    assertThat(merged.p95Millis() * 1000).isGreaterThanOrEqualTo(recorded.get(4_749));
    assertThat(merged.p99Millis() * 1000).isGreaterThanOrEqualTo(recorded.get(4_949));
    assertThat(merged.maxMillis() * 1000).isGreaterThanOrEqualTo(recorded.get(4_999));
    assertThat(merged.p99Millis() * 1000)
        .as("one digit is 10 %, and the shortest times are in whole milliseconds")
        .isLessThanOrEqualTo(1.1 * recorded.get(4_949) + 1_100);
  }

  private static Histogram ofResolution(int digits, List<Integer> units, Random random) {
    Histogram histogram = new Histogram(units.get(random.nextInt(units.size())), 1L << 40, digits);
    histogram.setAutoResize(true);
    return histogram;
  }

  @Test
  void aHistogramWithoutValuesDoesNotMakeOthersCoarser() {
    Histogram fine = new Histogram(3);
    fine.recordValue(1_003_500);

    assertThat(Histograms.merge(List.of(fine, new Histogram(1)))).isEqualTo(fine);
  }

  @Test
  void aLimitMissedByAMicrosecondIsMissed() {
    Histogram histogram = new Histogram(Histograms.DIGITS);
    histogram.recordValue(1_001);

    assertThat(Percentiles.of(histogram).p95Millis()).isEqualTo(1.01);
    assertThat(Percentiles.of(histogram).maxMillis()).isEqualTo(1.01);
  }

  @Test
  void percentilesAreInMilliseconds() {
    Histogram histogram = new Histogram(Histograms.DIGITS);
    IntStream.rangeClosed(1, 100).forEach(millis -> histogram.recordValue(millis * 1000L));

    ResponseTimes percentiles = Percentiles.of(histogram);

    assertThat(percentiles.p50Millis()).isBetween(50.0, 50.05);
    assertThat(percentiles.p95Millis()).isBetween(95.0, 95.1);
    assertThat(percentiles.maxMillis()).isBetween(100.0, 100.1);
  }

  @Test
  void nothingCompletedHasNoPercentiles() {
    assertThat(Percentiles.of(new Histogram(Histograms.DIGITS)).p95Millis()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not base64!", "aGVsbG8gd29ybGQsIHRoaXMgaXMgbm90IGE="})
  void refusesWhatIsNoHistogram(String text) {
    assertThatThrownBy(() -> Histograms.decode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a compressed HdrHistogram in base64");
  }

  /** A line of a hundred characters that would need 49 MB of a heap of 72 MB. */
  @Test
  void aHistogramThatTakesMuchMemoryIsRefusedByItsHeader() {
    Histogram fine = new Histogram(1, Long.MAX_VALUE / 2, 5);
    fine.recordValue(1);
    Histogram wide = new Histogram(1, Long.MAX_VALUE / 2, 3);
    wide.recordValue(1);

    for (Histogram large : List.of(fine, wide)) {
      assertThatThrownBy(() -> Histograms.decode(Histograms.encode(large)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("digits up to");
    }
  }

  @Test
  void whatIsTooShortForAHeaderIsRefused() {
    assertThatThrownBy(() -> Histograms.decode("HISTFAAA"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
