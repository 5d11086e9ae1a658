package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.AaResult;
import dev.scalelab.operator.api.Message;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Judges whether the same system measured twice did the same, as everything else assumes. */
public final class AaTest {
  private static final double CHANCE = 0.01;

  private AaTest() {}

  /**
   * The pair that differs most; empty without pairs.
   *
   * @param pairs the ratios of the second to the first, by where they were measured, as "2 pods"
   */
  public static Optional<AaResult> of(Map<String, Ratio> pairs) {
    return pairs.entrySet().stream()
        .min(Comparator.comparingDouble(pair -> pair.getValue().chance()))
        .map(pair -> judged(pair.getKey(), pair.getValue(), pairs.size()));
  }

  /** Of several pairs one differs by chance more often than of one. */
  private static AaResult judged(String where, Ratio ratio, int pairs) {
    boolean broken = ratio.interval(1 - CHANCE / pairs).excludesOne();
    return new AaResult(
        Comparison.estimate(ratio.interval()),
        broken,
        "the base measured twice %s at %s: %s%s"
            .formatted(
                broken ? "differs" : "does the same",
                where,
                Percents.difference(ratio.interval()),
                pairs == 1 ? "" : ", the largest difference of " + Message.count(pairs, "pair")));
  }
}
