package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.TimePart;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Determines from all rounds of a configuration which resource limits it. */
final class Diagnosis {
  private final String name;
  private final Fields fields;
  private final List<Contrast> contrasts;

  private Diagnosis(String name, Fields fields, List<List<StepFigures>> rounds) {
    this.name = name;
    this.fields = fields;
    this.contrasts = new ArrayList<>(rounds.size());
    rounds.forEach(steps -> Contrast.of(steps).ifPresent(contrasts::add));
    contrasts.stream()
        .filter(Contrast::startsIdle)
        .min(Comparator.comparing(contrast -> contrast.low().perSecond()))
        .ifPresent(idle -> contrasts.replaceAll(contrast -> contrast.startingAt(idle)));
  }

  /**
   * The diagnosis of a configuration.
   *
   * @param name its name in sentences
   * @param fields those that raise its resources
   * @param rounds the steps of each round, in the order of their load
   * @param saturated whether any load exceeded what it could do
   */
  static Bottleneck of(
      String name, Fields fields, List<List<StepFigures>> rounds, boolean saturated) {
    return saturated
        ? new Diagnosis(name, fields, rounds).bottleneck()
        : BottleneckBuilder.builder()
            .verdict(BottleneckVerdict.NOT_SATURATED)
            .message(Sentences.notSaturated(name))
            .build();
  }

  private Bottleneck bottleneck() {
    Optional<Contrast> contrast = mean();
    if (contrast.isEmpty()) {
      return notDetermined(null, List.of(), List.of());
    }
    List<Limit> candidates = new Rules(contrast.get()).candidates();
    if (candidates.size() != 1) {
      return notDetermined(contrast.get(), candidates, List.of());
    }
    Limit limit = candidates.get(0);
    List<String> doubts = Checks.doubts(contrast.get(), limit, agreement(limit));
    return doubts.size() > 1
        ? notDetermined(contrast.get(), candidates, doubts)
        : limited(contrast.get(), limit, doubts);
  }

  /** The mean of the rounds' low steps, and that of their high steps. */
  private Optional<Contrast> mean() {
    return contrasts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Contrast(
                StepFigures.mean(contrasts.stream().map(Contrast::low).toList()),
                StepFigures.mean(contrasts.stream().map(Contrast::high).toList())));
  }

  /** Part of the rounds that alone have the same only candidate, of the same partition. */
  private double agreement(Limit limit) {
    int same = 0;
    for (Contrast contrast : contrasts) {
      List<Limit> found = new Rules(contrast).candidates();
      same += found.size() == 1 && found.get(0).isOfSame(limit) ? 1 : 0;
    }
    return (double) same / contrasts.size();
  }

  /**
   * @param doubts none, or the one that makes it less sure
   */
  private Bottleneck limited(Contrast contrast, Limit limit, List<String> doubts) {
    List<Limit> next = next(contrast, limit);
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.LIMITED)
        .resource(resource(limit.place()))
        .database(limit.place().database())
        .partition(limit.partition())
        .confidence(doubts.isEmpty() ? Confidence.HIGH : Confidence.MEDIUM)
        .utilization(limit.utilization() == 0 ? null : (Double) Rounding.two(limit.utilization()))
        .boundPerSecond(rounded(limit.boundPerSecond()))
        .sharePercent(limit.share() == null ? null : rounded(100 * limit.share().fraction()))
        .message(Sentences.limited(name, contrast, limit, doubts, next))
        .recommendation(Sentences.recommendation(fields, limit, next))
        .candidates(candidates(next))
        .times(times(contrast))
        .build();
  }

  /** The other resources, that of the lowest throughput first. */
  private static List<Limit> next(Contrast contrast, Limit limit) {
    boolean heap = limit.place().resource() == Resource.APPLICATION_HEAP;
    return new Limits(contrast)
        .all().stream()
            .filter(other -> !other.place().equals(limit.place()))
            .filter(other -> !heap || other.place().resource() != Resource.APPLICATION_CPU)
            .filter(other -> other.boundPerSecond() != null)
            .filter(other -> Double.isFinite(other.boundPerSecond()))
            .sorted(Comparator.comparing(Limit::boundPerSecond))
            .toList();
  }

  private Bottleneck notDetermined(Contrast contrast, List<Limit> candidates, List<String> doubts) {
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.NOT_DETERMINED)
        .message(Sentences.notDetermined(name, candidates, doubts))
        .candidates(candidates(candidates))
        .times(contrast == null ? null : times(contrast))
        .build();
  }

  private static List<TimePart> times(Contrast contrast) {
    TimeBreakdown breakdown = TimeBreakdown.of(contrast.high());
    return breakdown == null ? null : breakdown.parts();
  }

  private static List<BottleneckCandidate> candidates(List<Limit> limits) {
    return limits.stream()
        .limit(Bottleneck.MAX_CANDIDATES)
        .map(
            limit ->
                new BottleneckCandidate(
                    resource(limit.place()),
                    limit.place().database(),
                    limit.utilization() == 0 ? null : (Double) Rounding.two(limit.utilization()),
                    rounded(limit.boundPerSecond()),
                    limit.partition()))
        .toList();
  }

  private static String resource(Place place) {
    return place.resource().tier() + "/" + place.resource().kind();
  }

  private static Double rounded(Double value) {
    return value == null || !Double.isFinite(value)
        ? null
        : (Double) Rounding.two(value.doubleValue());
  }
}
