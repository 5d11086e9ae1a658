package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.platform.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** CPU of pods and of their machines in one window, from the kubelets' metrics. */
final class CpuFigures {
  /** How long the kubelet may still report a container's previous limit. */
  private static final Duration LIMIT_AGE = Duration.ofSeconds(5);

  /** By default they are on the nodes of the load generators; any other tier is measured. */
  private static final Set<Tier> ON_THE_LOADS_SIDE =
      Set.of(Tier.LOAD, Tier.DATASET, Tier.BALANCER, Tier.SUPPLIER);

  private final WindowQueries window;
  private final Queries queries;
  private final Map<Tier, List<Figure>> used;
  private final HostFigures hosts;
  private final Map<String, Map<Tier, List<Figure>>> limits = new HashMap<>();

  CpuFigures(WindowQueries window, Queries queries) {
    this.window = window;
    this.queries = queries;
    this.used = byTier(window.increases(queries.containerCpu()));
    this.hosts = new HostFigures(window);
  }

  /** Pods of a tier whose CPU is known for the whole window. */
  Set<String> pods(Tier tier) {
    return podsOf(seconds(tier));
  }

  /** CPU time of each pod of a tier, in seconds. */
  List<Figure> seconds(Tier tier) {
    return of(tier, used);
  }

  /** CPU of each tier that has figures. */
  List<TierUse> tiers() {
    Map<Tier, List<Figure>> periods = byTier(window.increases(queries.periods()));
    Map<Tier, List<Figure>> throttled = byTier(window.increases(queries.throttledPeriods()));
    Map<Tier, List<Figure>> held = byTier(window.increases(queries.throttledSeconds()));
    List<TierUse> tiers = new ArrayList<>();
    used.forEach(
        (tier, figures) ->
            tiers.add(
                tier(tier, figures, sum(of(tier, periods)), of(tier, throttled), of(tier, held))));
    return tiers;
  }

  private TierUse tier(
      Tier tier, List<Figure> figures, double periods, List<Figure> throttled, List<Figure> held) {
    Map<String, Double> limits = minLimits(tier);
    boolean limited = !limits.isEmpty() && limits.keySet().containsAll(podsOf(figures));
    return new TierUse(
        tier.label(),
        Rounding.three(sum(figures) / window.seconds()),
        limited
            ? Rounding.three(limits.values().stream().mapToDouble(Double::doubleValue).sum())
            : null,
        periods > 0 ? Rounding.two(100 * sum(throttled) / periods) : null,
        held.isEmpty() ? null : Rounding.three(sum(held) / window.seconds()),
        limited ? Rounding.two(busiestPercent(figures, limits)) : null);
  }

  /** The pod's whole use, since it may have several measured containers. */
  private OptionalDouble busiestPercent(List<Figure> figures, Map<String, Double> limits) {
    return Figure.byPod(figures).entrySet().stream()
        .mapToDouble(pod -> 100 * pod.getValue() / window.seconds() / limits.get(pod.getKey()))
        .max();
  }

  /** The lowest CPU limit that was in force at each pod of a tier, in cores; see limits. */
  Map<String, Double> minLimits(Tier tier) {
    return limits(tier, "min_over_time");
  }

  /** The highest CPU limit that was in force at each pod of a tier, in cores; see limits. */
  Map<String, Double> maxLimits(Tier tier) {
    return limits(tier, "max_over_time");
  }

  /**
   * Limits by pod. The start of the window is left out, since the kubelet may still report the
   * previous limit. Pods without a limit are left out too.
   */
  private Map<String, Double> limits(Tier tier, String overTime) {
    return Figure.byPod(of(tier, limits.computeIfAbsent(overTime, this::queriedLimits)));
  }

  private Map<Tier, List<Figure>> queriedLimits(String overTime) {
    String gauge =
        "%1$s(%2$s[%4$s]) / %1$s(%3$s[%4$s])"
            .formatted(
                overTime, queries.cpuQuota(), queries.cpuPeriod(), window.gaugeWindow(LIMIT_AGE));
    return byTier(window.figures(gauge));
  }

  /** CPU use of the testbed's machines, in percent, by any process. */
  OptionalDouble hostPercent() {
    return hosts.busyPercent(nodes(tier -> true));
  }

  /** The same of the fullest machine that runs pods of the system under test. */
  OptionalDouble fullestHostPercent() {
    return hosts.fullestPercent(nodes(tier -> !ON_THE_LOADS_SIDE.contains(tier)));
  }

  private Set<String> nodes(Predicate<Tier> which) {
    return used.entrySet().stream()
        .filter(tier -> which.test(tier.getKey()))
        .flatMap(tier -> tier.getValue().stream())
        .map(figure -> figure.label("node"))
        .filter(node -> !node.isEmpty())
        .collect(Collectors.toSet());
  }

  private static List<Figure> of(Tier tier, Map<Tier, List<Figure>> figures) {
    return figures.getOrDefault(tier, List.of());
  }

  private static double sum(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).sum();
  }

  private static Set<String> podsOf(List<Figure> figures) {
    return figures.stream().map(figure -> figure.label("pod")).collect(Collectors.toSet());
  }

  /** Kubelets on the same machine can both report a container: each container counts once. */
  private Map<Tier, List<Figure>> byTier(List<Figure> figures) {
    Set<List<String>> seen = new HashSet<>();
    Map<Tier, List<Figure>> tiers = new TreeMap<>(Comparator.comparing(Tier::label));
    figures.stream()
        .filter(figure -> seen.add(key(figure)))
        .forEach(
            figure ->
                queries
                    .group(figure.labels())
                    .ifPresent(
                        group ->
                            tiers
                                .computeIfAbsent(group.tier(), t -> new ArrayList<>())
                                .add(figure)));
    return tiers;
  }

  private static List<String> key(Figure figure) {
    return List.of(figure.label("pod"), figure.label("container"), figure.label("id"));
  }
}
