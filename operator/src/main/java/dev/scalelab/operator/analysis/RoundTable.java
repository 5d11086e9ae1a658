package dev.scalelab.operator.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Logarithms of one figure by configuration and round. A factor is as large at 10 as at 1000 per
 * second: variances are equal only of logarithms.
 */
public final class RoundTable {
  private static final int MIN_POOLED = 3;

  private final Map<String, NavigableMap<Integer, Double>> logs = new LinkedHashMap<>();
  private final NavigableSet<Integer> rounds = new TreeSet<>();
  private final Set<String> complete;
  private final double residualMeanSquare;

  /**
   * @param figures the figure by configuration and round; those that are absent or not above 0 have
   *     no logarithm and are left out
   */
  public RoundTable(Map<String, ? extends Map<Integer, Double>> figures) {
    figures.forEach(
        (configuration, byRound) -> {
          NavigableMap<Integer, Double> found = new TreeMap<>();
          byRound.forEach(
              (round, figure) -> {
                if (figure != null && figure > 0) {
                  found.put(round, Math.log(figure));
                }
              });
          logs.put(configuration, found);
          rounds.addAll(found.keySet());
        });
    complete = new TreeSet<>();
    logs.forEach(
        (configuration, byRound) -> {
          if (byRound.size() == rounds.size()) {
            complete.add(configuration);
          }
        });
    residualMeanSquare =
        rounds.size() < 2 || complete.size() < MIN_POOLED ? Double.NaN : residuals();
  }

  /** The logarithms of a configuration by round; empty if it has none. */
  NavigableMap<Integer, Double> of(String configuration) {
    return logs.getOrDefault(configuration, Collections.emptyNavigableMap());
  }

  /** Differences of the logarithms of two configurations, in the rounds that both have. */
  List<Double> differences(String configuration, String baseline) {
    Map<Integer, Double> other = of(baseline);
    return of(configuration).entrySet().stream()
        .filter(entry -> other.containsKey(entry.getKey()))
        .map(entry -> entry.getValue() - other.get(entry.getKey()))
        .toList();
  }

  /**
   * Whether the noise of all configurations together says something of these two: at least three
   * have every round, these among them.
   */
  boolean pools(String configuration, String baseline) {
    return !Double.isNaN(residualMeanSquare)
        && complete.contains(configuration)
        && complete.contains(baseline);
  }

  /**
   * Variance of a single logarithm without what its configuration and its round explain, over all
   * configurations that have every round.
   */
  double residualMeanSquare() {
    return residualMeanSquare;
  }

  private double residuals() {
    Map<Integer, Double> ofRounds = new TreeMap<>();
    for (Integer round : rounds) {
      ofRounds.put(
          round, Intervals.mean(complete.stream().map(one -> of(one).get(round)).toList()));
    }
    double all = Intervals.mean(ofRounds.values());
    double sum = 0;
    for (String configuration : complete) {
      double own = Intervals.mean(of(configuration).values());
      for (Map.Entry<Integer, Double> entry : of(configuration).entrySet()) {
        double residual = entry.getValue() - ofRounds.get(entry.getKey()) - own + all;
        sum += residual * residual;
      }
    }
    return sum / ((rounds.size() - 1.0) * (complete.size() - 1.0));
  }
}
