package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.analysis.Comparison.Verb;
import dev.scalelab.operator.api.AaResult;
import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ComparisonVerdict;
import dev.scalelab.operator.api.Estimate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void more() {
    ComparisonResult result = judged(ratio(1.23, 1.15));

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.HIGHER);
    assertThat(result.message())
        .isEqualTo(
            "one-copy does 23 % more than base at 2 pods (15 to 32 %; 3 rounds, interleaved)");
    assertThat(result.ratio()).isEqualTo(new Estimate(1.23, 1.15, 1.316));
    assertThat(result.noiseFloorPercent()).isEqualTo(6.96);
  }

  @Test
  void less() {
    ComparisonResult result = judged(ratio(1 / 1.23, 1 / 1.316));

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.LOWER);
    assertThat(result.message())
        .isEqualTo(
            "one-copy does 19 % less than base at 2 pods (13 to 24 %; 3 rounds, interleaved)");
  }

  @Test
  void theSame() {
    ComparisonResult result = judged(ratio(1.004, 0.979));

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
    assertThat(result.message())
        .isEqualTo("one-copy and base do the same within 5 % at 2 pods (\u22122.1 to 3.0 %)");
  }

  @Test
  void aDifferenceWithinTheMarginIsNone() {
    assertThat(judged(ratio(1.02, 1.01)).verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
  }

  @Test
  void notShown() {
    ComparisonResult result = judged(ratio(0.988, 0.939));

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.NOT_SHOWN);
    assertThat(result.message())
        .isEqualTo(
            "no difference shown between one-copy and base at 2 pods: \u22121.2 % (\u22126.1 to 4.0 %);"
                + " 5.2 % or more would have been seen");
  }

  @Test
  void ofManyComparisonsOneIsFarOffByChance() {
    List<Comparison> all =
        IntStream.range(0, 20)
            .mapToObj(i -> comparison(i == 7 ? ratio(1.06, 1.005) : ratio(1.001, 0.9)))
            .toList();

    ComparisonResult seventh = Comparisons.of(all, 5, "interleaved", false).get(7);

    assertThat(seventh.verdict()).isEqualTo(ComparisonVerdict.NOT_SHOWN);
    assertThat(seventh.message())
        .isEqualTo(
            "no difference shown between one-copy and base at 2 pods: 6.0 % (0.5 to 12 %); one of 20"
                + " comparisons may be so far off by chance");
    assertThat(judged(ratio(1.06, 1.005)).verdict())
        .as("alone")
        .isEqualTo(ComparisonVerdict.HIGHER);
  }

  @Test
  void capacitiesAreCarriedAtThoseFactors() {
    Comparison comparison =
        Comparison.of(
            "one-copy", "base", 1, "application.heap=1Gi", Verb.CARRIES, ratio(1.004, 0.979));

    assertThat(Comparisons.of(List.of(comparison), 5, "interleaved", false).get(0).message())
        .startsWith(
            "one-copy and base carry the same within 5 % at 1 pod with application.heap=1Gi");
  }

  @Test
  void whatIsNotComparedSaysWhy() {
    Comparison comparison =
        Comparison.missing("one-copy", "base", 2, null, "one round has no interval");

    ComparisonResult result = Comparisons.of(List.of(comparison), 5, "interleaved", false).get(0);

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.NOT_COMPARED);
    assertThat(result.ratio()).isNull();
    assertThat(result.message())
        .isEqualTo("one-copy and base were not compared at 2 pods: one round has no interval");
  }

  @Test
  void nothingIsJudgedIfTheSameSystemDiffers() {
    ComparisonResult result =
        Comparisons.of(List.of(comparison(ratio(1.23, 1.15))), 5, "interleaved", true).get(0);

    assertThat(result.verdict()).isEqualTo(ComparisonVerdict.NOISE_FLOOR_BROKEN);
    assertThat(result.message())
        .isEqualTo(
            "one-copy against base at 2 pods: 23 % (15 to 32 %), not judged, since the same system"
                + " measured twice differed");
  }

  @Test
  void theSameSystemTwice() {
    AaResult same =
        AaTest.of(Map.of("1 pod", ratio(1.004, 0.979), "2 pods", ratio(1.001, 0.979)), 5)
            .orElseThrow();
    AaResult differs = AaTest.of(Map.of("1 pod", ratio(1.23, 1.20)), 5).orElseThrow();
    AaResult vague = AaTest.of(Map.of("1 pod", ratio(1.1, 0.9)), 5).orElseThrow();

    assertThat(same.broken()).isFalse();
    assertThat(same.message())
        .isEqualTo(
            "the base measured twice does the same within 5 % at 1 pod: 0.4 % (\u22122.1 to 3.0 %), the largest"
                + " difference of 2 pairs");
    assertThat(differs.broken()).isTrue();
    assertThat(differs.message())
        .isEqualTo("the base measured twice differs at 1 pod: 23 % (20 to 26 %)");
    assertThat(vague.broken()).isFalse();
    assertThat(vague.message())
        .startsWith("no difference shown of the base measured twice at 1 pod: 10 % (")
        .endsWith(" % or more would have been seen");
    assertThat(AaTest.of(Map.of(), 5)).isEmpty();
  }

  @Test
  void aStatusHasAHundredThatChanceExplainsLeast() {
    List<Comparison> all =
        IntStream.range(0, 300)
            .mapToObj(i -> comparison(i == 250 ? ratio(1.5, 1.49) : ratio(1.001, 0.9)))
            .toList();

    List<ComparisonResult> kept = Comparisons.of(all, 5, "interleaved", false);

    assertThat(kept).hasSize(100);
    assertThat(kept.get(99).verdict()).isEqualTo(ComparisonVerdict.HIGHER);
  }

  @Test
  void holmsAdjustment() {
    assertThat(Comparisons.holm(new double[] {0.01, 0.04, 0.03, 0.005}))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.03, 0.06, 0.06, 0.02);
    assertThat(Comparisons.holm(new double[] {0.9, Double.NaN, 0.8}))
        .as("one that is not possible is not counted")
        .containsExactly(1, Double.NaN, 1);
  }

  @Test
  void roundsThatAreEqualLeaveNoDoubt() {
    assertThat(new Ratio(0, 0, 2, 3).chance()).isEqualTo(1);
    assertThat(new Ratio(0.1, 0, 2, 3).chance()).isCloseTo(0, within(1e-12));
  }

  private static ComparisonResult judged(Ratio ratio) {
    return Comparisons.of(List.of(comparison(ratio)), 5, "interleaved", false).get(0);
  }

  private static Comparison comparison(Ratio ratio) {
    return Comparison.of("one-copy", "base", 2, null, Verb.DOES, ratio);
  }

  /** Of three rounds, with that lower end of its interval. */
  private static Ratio ratio(double value, double low) {
    return new Ratio(Math.log(value), Math.log(value / low) / Quantiles.t95(3), 3, 3);
  }
}
