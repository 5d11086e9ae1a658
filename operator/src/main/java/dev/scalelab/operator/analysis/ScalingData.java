package dev.scalelab.operator.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Throughputs of one system by number of servers, as a fit needs them: the mean of each number's
 * logarithms, and the noise between rounds, which no curve can explain.
 *
 * @param replicas the numbers of servers, ascending
 * @param perSecond geometric mean of the throughputs of each
 * @param weights number of rounds of each
 * @param errorSum squared deviations of the logarithms from the mean of their number of servers
 * @param errorDegrees degrees of freedom of that sum; 0 without repetitions
 * @param drift half-width of the interval of the logarithm of what changes for all numbers of
 *     servers from round to round, which the errors do not have; 0 if they have it
 */
public record ScalingData(
    double[] replicas,
    double[] perSecond,
    double[] weights,
    double errorSum,
    int errorDegrees,
    double drift) {

  /**
   * One round at one number of servers.
   *
   * @param perSecond its throughput, above 0
   */
  public record Observation(int round, int replicas, double perSecond) {}

  /** In any order. */
  public static ScalingData of(List<Observation> observations) {
    SortedMap<Integer, SortedMap<Integer, Double>> logs = new TreeMap<>();
    for (Observation one : observations) {
      logs.computeIfAbsent(one.replicas(), n -> new TreeMap<>())
          .put(one.round(), Math.log(one.perSecond()));
    }
    double[] replicas = new double[logs.size()];
    double[] perSecond = new double[logs.size()];
    double[] weights = new double[logs.size()];
    double errors = 0;
    int degrees = 0;
    boolean complete = isComplete(logs);
    Map<Integer, Double> ofRounds = complete ? ofRounds(logs) : Map.of();
    int place = 0;
    for (Map.Entry<Integer, SortedMap<Integer, Double>> entry : logs.entrySet()) {
      double mean = Intervals.mean(entry.getValue().values());
      replicas[place] = entry.getKey();
      perSecond[place] = Math.exp(mean);
      weights[place] = entry.getValue().size();
      for (Map.Entry<Integer, Double> one : entry.getValue().entrySet()) {
        double error = one.getValue() - mean - ofRounds.getOrDefault(one.getKey(), 0.0);
        errors += error * error;
      }
      degrees += entry.getValue().size() - 1;
      place++;
    }
    if (complete) {
      degrees -= ofRounds.size() - 1;
    }
    double drift = Intervals.of(ofRounds.values()).map(LogInterval::halfWidth).orElse(0.0);
    return new ScalingData(replicas, perSecond, weights, errors, degrees, drift);
  }

  /** Whether every number of servers has the same rounds: a slow round is slow for all then. */
  private static boolean isComplete(SortedMap<Integer, SortedMap<Integer, Double>> logs) {
    Set<Set<Integer>> rounds = new HashSet<>();
    logs.values().forEach(byRound -> rounds.add(byRound.keySet()));
    return rounds.size() == 1 && logs.size() > 1;
  }

  /** How far the mean of each round is from that of all. */
  private static Map<Integer, Double> ofRounds(
      SortedMap<Integer, SortedMap<Integer, Double>> logs) {
    SortedMap<Integer, List<Double>> byRound = new TreeMap<>();
    List<Double> all = new ArrayList<>();
    for (SortedMap<Integer, Double> one : logs.values()) {
      one.forEach((round, log) -> byRound.computeIfAbsent(round, r -> new ArrayList<>()).add(log));
      all.addAll(one.values());
    }
    double mean = Intervals.mean(all);
    Map<Integer, Double> ofRounds = new TreeMap<>();
    byRound.forEach((round, values) -> ofRounds.put(round, Intervals.mean(values) - mean));
    return ofRounds;
  }

  /** Number of different numbers of servers. */
  int counts() {
    return replicas.length;
  }

  /** Number of throughputs. */
  int observations() {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    return (int) sum;
  }

  /** The highest number of servers. */
  int maxReplicas() {
    return (int) replicas[replicas.length - 1];
  }

  /** The highest number of servers against the lowest. */
  double span() {
    return replicas[replicas.length - 1] / replicas[0];
  }

  /** Variance between rounds; NaN without repetitions. */
  double errorVariance() {
    return errorDegrees < 1 ? Double.NaN : errorSum / errorDegrees;
  }

  /** The fit of these points, in logarithms or of the throughputs themselves. */
  LinearizedFit fit(boolean absolute) {
    return new LinearizedFit(replicas, perSecond, weights, absolute);
  }
}
