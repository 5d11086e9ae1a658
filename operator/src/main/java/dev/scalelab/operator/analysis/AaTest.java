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
   * @param equivalencePercent differences within it count as none
   */
  public static Optional<AaResult> of(Map<String, Ratio> pairs, int equivalencePercent) {
    return pairs.entrySet().stream()
        .min(Comparator.comparingDouble(pair -> pair.getValue().chance()))
        .map(pair -> judged(pair.getKey(), pair.getValue(), pairs.size(), equivalencePercent));
  }

  /** Of several pairs one differs by chance more often than of one. */
  private static AaResult judged(String where, Ratio ratio, int pairs, int equivalencePercent) {
    boolean broken = ratio.interval(1 - CHANCE / pairs).excludesOne();
    String difference = Percents.difference(ratio.interval());
    String largest =
        pairs == 1 ? "" : ", the largest difference of " + Message.count(pairs, "pair");
    String message;
    if (broken) {
      message = "the base measured twice differs at %s: %s%s".formatted(where, difference, largest);
    } else if (ratio.interval().within(equivalencePercent / 100.0)) {
      message =
          "the base measured twice does the same within %d %% at %s: %s%s"
              .formatted(equivalencePercent, where, difference, largest);
    } else {
      message =
          "no difference shown of the base measured twice at %s: %s%s; %s %% or more would have been seen"
              .formatted(where, difference, largest, Percents.text(100 * ratio.noiseFloor()));
    }
    return new AaResult(Comparison.estimate(ratio.interval()), broken, message);
  }
}
