package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IntervalsTest {
  @Test
  void ofThreeRounds() {
    RoundTable table = new RoundTable(Map.of("base-1", rounds(95, 100, 105)));

    LogInterval interval = Intervals.of(table, "base-1").orElseThrow();

    assertThat(interval.value()).as("geometric mean").isCloseTo(99.92, within(0.005));
    assertThat(interval.halfWidth())
        .as("4.303 * 0.05004 / sqrt(3)")
        .isCloseTo(0.1243, within(5e-5));
    assertThat(interval.low()).isCloseTo(88.24, within(0.005));
    assertThat(interval.high()).isCloseTo(113.14, within(0.005));
  }

  @Test
  void oneRoundHasNone() {
    RoundTable table =
        new RoundTable(Map.of("base-1", rounds(95), "base-2", rounds(190), "base-4", rounds(300)));

    assertThat(Intervals.of(table, "base-1")).isEmpty();
    assertThat(Intervals.ratio(table, "base-2", "base-1")).isEmpty();
    assertThat(Intervals.of(table, "unknown")).isEmpty();
  }

  @Test
  void aRatioComparesWithinRounds() {
    RoundTable table =
        new RoundTable(Map.of("base-1", rounds(100, 80, 120), "base-2", rounds(202, 160, 238)));

    Ratio ratio = Intervals.ratio(table, "base-2", "base-1").orElseThrow();

    assertThat(ratio.interval().value()).isCloseTo(2, within(0.005));
    assertThat(ratio.noiseFloor()).as("though rounds differ by 50 %").isLessThan(0.025);
    assertThat(ratio.degrees()).isEqualTo(2);
  }

  @Test
  void roundsThatOneIsWithoutAreLeftOut() {
    Map<Integer, Double> missing = rounds(100, 80, 120);
    missing.remove(2);
    RoundTable table = new RoundTable(Map.of("base-1", missing, "base-2", rounds(200, 1, 240)));

    Ratio ratio = Intervals.ratio(table, "base-2", "base-1").orElseThrow();
    assertThat(ratio.rounds()).isEqualTo(2);
    assertThat(ratio.log()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(ratio.standardError()).isCloseTo(0, within(1e-12));
  }

  @Test
  void aFigureOfZeroHasNoLogarithm() {
    RoundTable table = new RoundTable(Map.of("base-1", rounds(0, 80, 120)));

    assertThat(table.of("base-1")).containsOnlyKeys(2, 3);
  }

  @Test
  void aThirdConfigurationTellsOfTheNoiseOfTwo() {
    Map<Integer, Double> one = rounds(100, 101, 99);
    Map<Integer, Double> two = rounds(200, 198, 203);
    Map<Integer, Double> noisy = rounds(300, 330, 270);

    Ratio alone = ratio(Map.of("a", one, "b", two));
    Ratio beside = ratio(Map.of("a", one, "b", two, "c", noisy));

    assertThat(beside.log()).isEqualTo(alone.log());
    assertThat(beside.degrees()).isEqualTo(3);
    assertThat(beside.standardError()).isGreaterThan(alone.standardError());
    noisy.remove(1);
    Ratio incomplete = ratio(Map.of("a", one, "b", two, "c", noisy));
    assertThat(incomplete).as("it has one round fewer").isEqualTo(alone);
  }

  @Test
  void orderMattersNowhere() {
    Map<String, Map<Integer, Double>> figures = new LinkedHashMap<>();
    figures.put("a", rounds(100, 101, 99));
    figures.put("b", rounds(200, 198, 203));
    figures.put("c", rounds(300, 330, 270));
    Map<String, Map<Integer, Double>> backwards = new LinkedHashMap<>();
    List.of("c", "b", "a").forEach(name -> backwards.put(name, figures.get(name)));

    assertThat(ratio(backwards)).isEqualTo(ratio(figures));
  }

  @Test
  void aFactorOnAllFiguresChangesNoRatio() {
    Ratio before = ratio(Map.of("a", rounds(100, 101, 99), "b", rounds(200, 198, 203)));
    Ratio after = ratio(Map.of("a", rounds(700, 707, 693), "b", rounds(1400, 1386, 1421)));

    assertThat(after.log()).isCloseTo(before.log(), within(1e-12));
    assertThat(after.standardError()).isCloseTo(before.standardError(), within(1e-12));
  }

  private static Ratio ratio(Map<String, Map<Integer, Double>> figures) {
    return Intervals.ratio(new RoundTable(figures), "b", "a").orElseThrow();
  }

  @Test
  void aPercentileVariesByWhatLeavingOutARoundChanges() {
    LogInterval interval = Jackknife.of(100, List.of(98.0, 100.0, 102.0)).orElseThrow();

    assertThat(interval.value()).isCloseTo(100, within(1e-9));
    assertThat(interval.halfWidth())
        .as("4.303 * sqrt(2/3 * 2 * 0.0200²)")
        .isCloseTo(0.0994, within(1e-4));
    assertThat(Jackknife.of(100, List.of(100.0))).as("a single round").isEmpty();
    assertThat(Jackknife.of(100, List.of(100.0, 0.0))).isEmpty();
  }

  @Test
  void aPercentileNeedsTenTransactionsBeyondIt() {
    assertThat(Jackknife.enough(200, 95)).isTrue();
    assertThat(Jackknife.enough(199, 95)).isFalse();
    assertThat(Jackknife.enough(1000, 99)).isTrue();
    assertThat(Jackknife.enough(999, 99)).isFalse();
    assertThat(Jackknife.enough(20, 50)).isTrue();
  }

  private static Map<Integer, Double> rounds(double... figures) {
    Map<Integer, Double> rounds = new TreeMap<>();
    for (int i = 0; i < figures.length; i++) {
      rounds.put(i + 1, figures[i]);
    }
    return rounds;
  }
}
