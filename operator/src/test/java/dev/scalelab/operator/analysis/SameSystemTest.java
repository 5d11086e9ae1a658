package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.analysis.Rounds.EXPERIMENTS;
import static dev.scalelab.operator.analysis.Rounds.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ComparisonVerdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Experiments in which every configuration is the same system: few of them may claim otherwise. */
class SameSystemTest {
  private static final Set<ComparisonVerdict> DIFFERENT =
      Set.of(
          ComparisonVerdict.HIGHER, ComparisonVerdict.LOWER, ComparisonVerdict.NOISE_FLOOR_BROKEN);
  private static final List<String> NAMES =
      List.of("base-1", "base-again-1", "a-1", "b-1", "base-2", "base-again-2", "a-2", "b-2");

  @Test
  void fewerThanFiveInAHundredSayThatItDiffers() {
    for (int rounds : new int[] {2, 3, 5}) {
      assertFew(rounds + " rounds, normal", Rounds.normal(20), rounds);
    }
    assertFew("skewed", Rounds.skewed(21), 3);
    assertFew("heavy tails", Rounds.heavyTailed(22), 3);
  }

  @Test
  void norDoTwoConfigurationsAlone() {
    Rounds simulated = Rounds.normal(23);
    int different = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      RoundTable table =
          new RoundTable(
              simulated.interleaved(
                  3, all(NAMES.subList(0, 2), 80), all(NAMES.subList(0, 2), 0.03)));
      Ratio ratio = Intervals.ratio(table, "base-again-1", "base-1").orElseThrow();
      different += AaTest.of(Map.of("1 pod", ratio), 5).orElseThrow().broken() ? 1 : 0;
    }
    assertThat(100.0 * different / EXPERIMENTS).isLessThan(2);
  }

  private static void assertFew(String what, Rounds simulated, int rounds) {
    int different = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      RoundTable table =
          new RoundTable(simulated.interleaved(rounds, all(NAMES, 80), all(NAMES, 0.03)));
      different += results(table).anyMatch(one -> DIFFERENT.contains(one.verdict())) ? 1 : 0;
    }
    assertThat(100.0 * different / EXPERIMENTS).as("percent, %s", what).isLessThan(5);
  }

  private static Stream<ComparisonResult> results(RoundTable table) {
    boolean broken =
        AaTest.of(
                Map.of(
                    "1 pod", Intervals.ratio(table, "base-again-1", "base-1").orElseThrow(),
                    "2 pods", Intervals.ratio(table, "base-again-2", "base-2").orElseThrow()),
                5)
            .orElseThrow()
            .broken();
    List<Comparison> all =
        Stream.of("a-1", "b-1", "a-2", "b-2")
            .map(
                name -> {
                  int replicas = Integer.parseInt(name.substring(2));
                  Ratio ratio = Intervals.ratio(table, name, "base-" + replicas).orElseThrow();
                  return Comparison.of(name, "base", replicas, null, Comparison.Verb.DOES, ratio);
                })
            .toList();
    return Comparisons.of(all, 1, "interleaved", broken).stream();
  }
}
