package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ComparisonResultBuilder;
import dev.scalelab.operator.api.ComparisonVerdict;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.measurement.Rounding;

/**
 * A configuration against its baseline with the same number of servers.
 *
 * @param variant name of what is compared
 * @param baseline name of what it is compared with
 * @param replicas number of servers of both
 * @param factors values of factors of both, as text; null without any
 * @param verb what both do: "do" for peaks, "carry" for capacities
 * @param ratio the ratio of the two; null if it is not known
 * @param missing why it is not known
 */
public record Comparison(
    String variant,
    String baseline,
    int replicas,
    String factors,
    Verb verb,
    Ratio ratio,
    String missing) {
  private static final double SIGNIFICANT = 0.05;

  /** What a configuration does with its throughput, of one and of two configurations. */
  public enum Verb {
    DOES("does", "do"),
    CARRIES("carries", "carry");

    private final String one;
    private final String two;

    Verb(String one, String two) {
      this.one = one;
      this.two = two;
    }
  }

  /**
   * What all comparisons of an experiment share.
   *
   * @param equivalencePercent differences within it count as equal
   * @param order in which rounds were made, as "interleaved"
   * @param count number of comparisons
   * @param broken whether the same system measured twice differed
   */
  public record Terms(int equivalencePercent, String order, int count, boolean broken) {}

  /** A comparison whose ratio is known. */
  public static Comparison of(
      String variant, String baseline, int replicas, String factors, Verb verb, Ratio ratio) {
    return new Comparison(variant, baseline, replicas, factors, verb, ratio, null);
  }

  /** A comparison that is not possible, and why. */
  public static Comparison missing(
      String variant, String baseline, int replicas, String factors, String why) {
    return new Comparison(variant, baseline, replicas, factors, Verb.DOES, null, why);
  }

  /**
   * The comparison as a result.
   *
   * @param chance Holm-adjusted probability of such a ratio if both did the same
   */
  ComparisonResult judged(double chance, Terms terms) {
    ComparisonResultBuilder result =
        ComparisonResultBuilder.builder()
            .variant(variant)
            .baseline(baseline)
            .replicas(replicas)
            .factors(factors);
    if (ratio == null) {
      return result
          .verdict(ComparisonVerdict.NOT_COMPARED)
          .message(
              "%s and %s were not compared at %s: %s"
                  .formatted(variant, baseline, where(), missing))
          .build();
    }
    ComparisonVerdict verdict = verdict(chance, terms);
    return result
        .ratio(estimate(ratio.interval()))
        .noiseFloorPercent(Rounding.two(100 * ratio.noiseFloor()))
        .verdict(verdict)
        .message(sentence(verdict, terms))
        .build();
  }

  /** A ratio as it is in a status. */
  static Estimate estimate(LogInterval ratio) {
    return new Estimate(
        Rounding.significant(ratio.value()),
        Rounding.significant(ratio.low()),
        Rounding.significant(ratio.high()));
  }

  /**
   * A difference known to be within the margin counts as equal, even if it is known not to be 0.
   */
  private ComparisonVerdict verdict(double chance, Terms terms) {
    if (terms.broken()) {
      return ComparisonVerdict.NOISE_FLOOR_BROKEN;
    }
    if (ratio.interval().within(terms.equivalencePercent() / 100.0)) {
      return ComparisonVerdict.EQUIVALENT;
    }
    if (chance >= SIGNIFICANT) {
      return ComparisonVerdict.NOT_SHOWN;
    }
    return ratio.log() > 0 ? ComparisonVerdict.HIGHER : ComparisonVerdict.LOWER;
  }

  private String sentence(ComparisonVerdict verdict, Terms terms) {
    LogInterval interval = ratio.interval();
    double value = Percents.more(interval.value());
    double low = Percents.more(interval.low());
    double high = Percents.more(interval.high());
    return switch (verdict) {
      case HIGHER -> differs("more", value, low, high, terms);
      case LOWER -> differs("less", -value, -high, -low, terms);
      case EQUIVALENT ->
          "%s and %s %s the same within %d %% at %s (%s)"
              .formatted(
                  variant,
                  baseline,
                  verb.two,
                  terms.equivalencePercent(),
                  where(),
                  Percents.range(low, high));
      case NOISE_FLOOR_BROKEN ->
          "%s against %s at %s: %s, not judged, since the same system measured twice differed"
              .formatted(variant, baseline, where(), Percents.difference(interval));
      default ->
          "no difference shown between %s and %s at %s: %s; %s"
              .formatted(variant, baseline, where(), Percents.difference(interval), unseen(terms));
    };
  }

  private String differs(String how, double value, double low, double high, Terms terms) {
    return "%s %s %s %% %s than %s at %s (%s; %s, %s)"
        .formatted(
            variant,
            verb.one,
            Percents.text(value),
            how,
            baseline,
            where(),
            Percents.range(low, high),
            Message.count(ratio.rounds(), "round"),
            terms.order());
  }

  /** Alone it may have been shown, but one of many comparisons is so far off by chance. */
  private String unseen(Terms terms) {
    return ratio.interval().excludesOne()
        ? "one of %d comparisons may be so far off by chance".formatted(terms.count())
        : "%s %% or more would have been seen".formatted(Percents.text(100 * ratio.noiseFloor()));
  }

  private String where() {
    return where(replicas, factors);
  }

  /**
   * Number of servers and values of factors as text.
   *
   * @param factors null without any
   */
  static String where(int replicas, String factors) {
    return Message.count(replicas, "pod") + (factors == null ? "" : " with " + factors);
  }
}
