package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ConfigurationResultBuilder;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the configurations of an experiment: change, speed-up, efficiency. */
public final class ScalingAnalysis {

  /**
   * A trial that succeeded.
   *
   * @param configuration what it measured
   * @param result its figures
   */
  public record Measured(Configuration configuration, TrialResult result) {

    /** What its rounds contribute; empty if an older version recorded it. */
    List<RoundFigures> rounds() {
      return result.rounds() == null ? List.of() : result.rounds();
    }

    /** Whether its peak is what it could do, rather than what was requested. */
    boolean peakReached() {
      return Boolean.TRUE.equals(
          result.peakReached() == null ? result.saturated() : result.peakReached());
    }

    /** Whether a search found its capacity, rather than the highest of given loads. */
    boolean searched() {
      return result.search() != null && result.capacityPerSecond() != null;
    }

    /**
     * Whether the capacities of two can be compared: of given loads a capacity is only one of them.
     */
    public static boolean bothSearched(Measured one, Measured other) {
      return one.searched() && other.searched();
    }

    /** Whether more than its capacity was requested, so that it is not higher. */
    boolean capacityReached() {
      return Boolean.TRUE.equals(result.saturated());
    }

    /**
     * Peaks by round, of the configurations that reached theirs: of others it is what was
     * requested, without any noise of its own.
     */
    static RoundTable peaks(List<Measured> all) {
      return table(
          all.stream().filter(Measured::peakReached).toList(), RoundFigures::peakPerSecond);
    }

    /** The same of capacities. */
    static RoundTable capacities(List<Measured> all) {
      return table(
          all.stream().filter(Measured::capacityReached).toList(), RoundFigures::capacityPerSecond);
    }

    /** The figure of all configurations by round. */
    static RoundTable table(List<Measured> all, Function<RoundFigures, Double> figure) {
      Map<String, Map<Integer, Double>> figures = new LinkedHashMap<>();
      for (Measured one : all) {
        Map<Integer, Double> byRound = new TreeMap<>();
        one.rounds().forEach(round -> byRound.put(round.round(), figure.apply(round)));
        figures.put(one.configuration().name(), byRound);
      }
      return new RoundTable(figures);
    }

    private String system() {
      return configuration.system();
    }

    private int replicas() {
      return configuration.replicas();
    }

    double peak() {
      return result.peakPerSecond().mean();
    }
  }

  private ScalingAnalysis() {}

  /**
   * A row for each configuration, in the order given. With X(N) the peak of a system at N servers
   * and M its smallest count, speed-up is S(N) = X(N) / X(M) and efficiency S(N) x M / N (Jogalekar
   * and Woodside's and Gunther's relative capacity C(N), for M = 1); change is against the system's
   * configuration before.
   *
   * @param measured the trials, those of one system in ascending replica counts
   * @param businessOperations whether they are also measured in ECperf's business operations
   */
  public static List<ConfigurationResult> of(List<Measured> measured, boolean businessOperations) {
    Map<String, Measured> smallest = smallest(measured, Measured::system);
    Map<String, Measured> before = new HashMap<>();
    List<ConfigurationResult> rows = new ArrayList<>();
    for (Measured trial : measured) {
      ConfigurationResult row =
          row(trial, smallest.get(trial.system()), before.put(trial.system(), trial));
      rows.add(businessOperations ? withBbops(row) : row);
    }
    return List.copyOf(rows);
  }

  /**
   * The smallest configuration of each system, with which its others are compared.
   *
   * @param measured trials, those of one system in ascending replica counts
   */
  public static <T> Map<String, T> smallest(List<T> measured, Function<T, String> system) {
    return measured.stream()
        .collect(Collectors.toMap(system, Function.identity(), (first, later) -> first));
  }

  /**
   * Efficiency, 1 is linear scaling.
   *
   * @param speedup peak against that of the smallest configuration
   * @param smallest its number of servers
   * @param replicas number of servers
   */
  static double efficiency(double speedup, int smallest, int replicas) {
    return speedup * smallest / replicas;
  }

  /**
   * With ECperf's throughput: business operations per minute at which the response time limits are
   * met, and at the peak, where errors do not count.
   */
  private static ConfigurationResult withBbops(ConfigurationResult row) {
    Spread capacity = row.capacityPerSecond();
    return row.with(
        same ->
            same.bbopsPerMinute(
                    capacity == null ? null : (Double) Rounding.two(60 * capacity.mean()))
                .peakBbopsPerMinute(Rounding.two(60 * row.peakPerSecond().mean())));
  }

  private static ConfigurationResult row(Measured trial, Measured smallest, Measured before) {
    TrialResult result = trial.result();
    double peak = trial.peak();
    double first = smallest.peak();
    Double speedup = first == 0 ? null : (Double) (peak / first);
    Double change =
        before == null || before.peak() == 0
            ? null
            : (Double) Rounding.two(100.0 * (peak / before.peak() - 1));
    Configuration configuration = trial.configuration();
    return ConfigurationResultBuilder.builder()
        .name(configuration.shortName())
        .variant(configuration.variant())
        .factors(configuration.factors().isEmpty() ? null : configuration.factors())
        .replicas(trial.replicas())
        .peakPerSecond(result.peakPerSecond())
        .capacityPerSecond(result.capacityPerSecond())
        .changePercent(change)
        .speedup(speedup == null ? null : (Double) Rounding.two(speedup))
        .efficiency(
            speedup == null
                ? null
                : (Double) Rounding.two(efficiency(speedup, smallest.replicas(), trial.replicas())))
        .saturated(result.saturated())
        .step(result.step())
        .requestsPerSecond(result.requestsPerSecond())
        .p50Millis(result.p50Millis())
        .p90Millis(result.p90Millis())
        .p95Millis(result.p95Millis())
        .p99Millis(result.p99Millis())
        .sentP95Millis(result.sentP95Millis())
        .errorPercent(result.errorPercent())
        .hostCpuPercent(result.hostCpuPercent())
        .runs(result.runs())
        .meanMillis(result.meanMillis())
        .hostFullFromStep(result.hostFullFromStep())
        .partitions(brief(result.partitions()))
        .search(result.search())
        .capacityResolutionPercent(result.capacityResolutionPercent())
        .rounds(result.rounds() == null ? null : (Integer) result.rounds().size())
        .trial(configuration.name())
        .disturbances(result.disturbances())
        .bottleneck(result.bottleneck() == null ? null : result.bottleneck().brief())
        .build();
  }

  private static List<PartitionUse> brief(List<PartitionUse> partitions) {
    return partitions == null ? null : partitions.stream().map(PartitionUse::brief).toList();
  }
}
