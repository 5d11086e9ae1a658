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
  private final Contrast mean;
  private final boolean byCounts;
  private final List<Limit> candidates;

  /**
   * @param byCounts whether only what fails requests is looked for
   */
  private Diagnosis(String name, Fields fields, List<Contrast> contrasts, boolean byCounts) {
    this.name = name;
    this.fields = fields;
    this.contrasts = contrasts;
    this.byCounts = byCounts;
    this.mean = contrasts.isEmpty() ? null : mean(contrasts);
    this.candidates = mean == null ? List.of() : candidates(mean);
  }

  private List<Limit> candidates(Contrast contrast) {
    Rules rules = new Rules(contrast);
    return byCounts ? rules.failing() : fullest(rules.candidates());
  }

  /** Of those that are raised together only the fullest. */
  private List<Limit> fullest(List<Limit> found) {
    if (found.size() < 2) {
      return found;
    }
    List<Limit> fullest = new ArrayList<>(found.size());
    for (Limit limit : found) {
      Limit same = null;
      for (int i = 0; i < fullest.size(); i++) {
        same = fields.raiseBoth(limit, fullest.get(i)) ? fullest.get(i) : same;
      }
      if (same == null) {
        fullest.add(limit);
      } else if (limit.utilization() > same.utilization()) {
        fullest.set(fullest.indexOf(same), limit);
      }
    }
    return fullest;
  }

  private static List<Contrast> contrasts(List<List<StepFigures>> rounds) {
    List<Contrast> contrasts = new ArrayList<>(rounds.size());
    for (List<StepFigures> steps : rounds) {
      Contrast.of(steps).ifPresent(contrasts::add);
    }
    Contrast idlest = idlest(contrasts);
    if (idlest != null) {
      contrasts.replaceAll(contrast -> contrast.startingAt(idlest));
    }
    return contrasts;
  }

  private static List<Contrast> ofFailures(List<List<StepFigures>> rounds) {
    List<Contrast> contrasts = new ArrayList<>(rounds.size());
    for (List<StepFigures> steps : rounds) {
      Contrast.ofFailures(steps).ifPresent(contrasts::add);
    }
    return contrasts;
  }

  /** The one with the least load of those that start without waiting; null if all wait. */
  private static Contrast idlest(List<Contrast> contrasts) {
    Contrast idlest = null;
    for (Contrast one : contrasts) {
      boolean lower = idlest == null || one.low().perSecond() < idlest.low().perSecond();
      idlest = lower && one.startsIdle() ? one : idlest;
    }
    return idlest;
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
    if (!saturated) {
      return BottleneckBuilder.builder()
          .verdict(BottleneckVerdict.NOT_SATURATED)
          .message(Sentences.notSaturated(name, fields.load()))
          .build();
    }
    Diagnosis byTimes = new Diagnosis(name, fields, contrasts(rounds), false);
    if (!byTimes.candidates.isEmpty()) {
      return byTimes.bottleneck();
    }
    Diagnosis byCounts = new Diagnosis(name, fields, ofFailures(rounds), true);
    if (!byCounts.candidates.isEmpty()) {
      return byCounts.bottleneck();
    }
    return byTimes.mean == null ? uncompared(name, rounds) : byTimes.nothingFits();
  }

  private static Bottleneck uncompared(String name, List<List<StepFigures>> rounds) {
    int most = 0;
    boolean measured = false;
    for (List<StepFigures> steps : rounds) {
      int completed = 0;
      for (StepFigures step : steps) {
        completed += step.perSecond() > 0 ? 1 : 0;
      }
      most = Math.max(most, completed);
      measured |= !steps.isEmpty();
    }
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.NOT_DETERMINED)
        .message(Sentences.uncompared(name, measured, most))
        .build();
  }

  private Bottleneck nothingFits() {
    Nearest nearest = Nearest.of(mean);
    return notDetermined(
        Sentences.nothingFits(name, nearest, Checks.missing(mean, true)), nearest.limits());
  }

  private Bottleneck bottleneck() {
    TimeBreakdown times = TimeBreakdown.of(mean.high());
    if (candidates.size() != 1) {
      return notDetermined(Sentences.severalFit(name, candidates), candidates);
    }
    Limit limit = candidates.get(0);
    List<String> doubts = Checks.doubts(mean, fields, times, limit, agreement(limit));
    return doubts.size() > 1
        ? notDetermined(Sentences.doubtful(name, limit, doubts), candidates)
        : limited(mean, times, limit, doubts);
  }

  /** The mean of the rounds' low steps, and that of their high steps. */
  private static Contrast mean(List<Contrast> contrasts) {
    List<StepFigures> low = new ArrayList<>(contrasts.size());
    List<StepFigures> high = new ArrayList<>(contrasts.size());
    for (Contrast contrast : contrasts) {
      low.add(contrast.low());
      high.add(contrast.high());
    }
    return new Contrast(StepFigures.mean(low), StepFigures.mean(high));
  }

  /** Part of the rounds that alone have the same only candidate, of the same partition. */
  private double agreement(Limit limit) {
    int same = 0;
    for (Contrast contrast : contrasts) {
      List<Limit> found = candidates(contrast);
      same += found.size() == 1 && found.get(0).isOfSame(limit) ? 1 : 0;
    }
    return (double) same / contrasts.size();
  }

  /**
   * @param doubts none, or the one that makes it less sure
   */
  private Bottleneck limited(
      Contrast contrast, TimeBreakdown times, Limit limit, List<String> doubts) {
    List<Limit> next = next(contrast, limit);
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.LIMITED)
        .resource(resource(limit.place()))
        .database(limit.place().database())
        .partition(limit.partition())
        .confidence(doubts.isEmpty() ? Confidence.HIGH : Confidence.MEDIUM)
        .utilization(limit.utilization() == 0 ? null : (Double) Rounding.two(limit.utilization()))
        .boundPerSecond(rounded(limit.boundPerSecond()))
        .sharePercent(limit.share() == null ? null : rounded(limit.share().percent()))
        .message(Sentences.limited(name, contrast, limit, doubts, next))
        .recommendation(Sentences.recommendation(fields, limit, next))
        .candidates(rows(next))
        .times(parts(times))
        .build();
  }

  /** The other resources, that of the lowest throughput first. */
  private List<Limit> next(Contrast contrast, Limit limit) {
    Limits limits = new Limits(contrast);
    List<Limit> next = limits.bounds();
    Optional.ofNullable(limits.host()).ifPresent(next::add);
    if (limit.place().resource() == Resource.APPLICATION_HEAP) {
      double collections = contrast.high().gcPercent();
      next.replaceAll(
          other ->
              other.place().equals(limit.usedUp()) ? other.withoutCollections(collections) : other);
    }
    next.removeIf(
        other ->
            fields.raiseBoth(other, limit)
                || other.boundPerSecond() == null
                || other.boundPerSecond() <= 0
                || !Double.isFinite(other.boundPerSecond()));
    next.sort(Comparator.comparing(Limit::boundPerSecond));
    return next;
  }

  private Bottleneck notDetermined(String message, List<Limit> candidates) {
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.NOT_DETERMINED)
        .message(message)
        .candidates(rows(candidates))
        .times(parts(TimeBreakdown.of(mean.high())))
        .build();
  }

  private static List<TimePart> parts(TimeBreakdown times) {
    return times == null ? null : times.parts();
  }

  private static List<BottleneckCandidate> rows(List<Limit> limits) {
    List<Limit> first = limits.subList(0, Math.min(Bottleneck.MAX_CANDIDATES, limits.size()));
    List<BottleneckCandidate> candidates = new ArrayList<>(first.size());
    for (Limit limit : first) {
      candidates.add(
          new BottleneckCandidate(
              resource(limit.place()),
              limit.place().database(),
              limit.utilization() == 0 ? null : (Double) Rounding.two(limit.utilization()),
              rounded(limit.boundPerSecond()),
              limit.partition()));
    }
    return candidates;
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
