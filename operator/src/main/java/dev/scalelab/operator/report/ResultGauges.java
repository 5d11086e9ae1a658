package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.ScalingAnalysis;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Results as gauges of the operator's own metrics, for the results dashboard: all of those that are
 * being measured, and of the others the newest, since nobody limits how many are kept. Only the
 * figures of a resource are in memory, and a change of one does not affect gauges of another.
 */
@ApplicationScoped
public class ResultGauges {
  private static final Map<String, Function<ConfigurationResult, Double>> OF_CONFIGURATIONS =
      Map.ofEntries(
          Map.entry("peak_per_second", row -> mean(row.peakPerSecond())),
          Map.entry("peak_min_per_second", row -> row.peakPerSecond().min()),
          Map.entry("peak_max_per_second", row -> row.peakPerSecond().max()),
          Map.entry("capacity_per_second", row -> mean(row.capacityPerSecond())),
          Map.entry("bbops_per_minute", ConfigurationResult::bbopsPerMinute),
          Map.entry("requests_per_second", ConfigurationResult::requestsPerSecond),
          Map.entry("change_percent", ConfigurationResult::changePercent),
          Map.entry("speedup", ConfigurationResult::speedup),
          Map.entry("efficiency", ConfigurationResult::efficiency),
          Map.entry("saturated", ResultGauges::saturated),
          Map.entry("mean_millis", ConfigurationResult::meanMillis),
          Map.entry("p50_millis", ConfigurationResult::p50Millis),
          Map.entry("p90_millis", ConfigurationResult::p90Millis),
          Map.entry("p95_millis", ConfigurationResult::p95Millis),
          Map.entry("p99_millis", ConfigurationResult::p99Millis),
          Map.entry("error_percent", ConfigurationResult::errorPercent));

  private static final Map<String, Function<StepResult, Double>> OF_STEPS =
      Map.ofEntries(
          Map.entry("throughput_per_second", StepResult::throughputPerSecond),
          Map.entry("mix_per_second", StepResult::mixPerSecond),
          Map.entry("target_per_second", step -> step.target().perSecond()),
          Map.entry("users", ResultGauges::users),
          Map.entry("mean_millis", step -> step.responseTimes().meanMillis()),
          Map.entry("p95_millis", step -> step.responseTimes().p95Millis()),
          Map.entry("error_percent", StepResult::errorPercent));

  /** About 40 experiments with three configurations; every scrape renders all of them. */
  private static final int LIMIT = 5000;

  private final MeterRegistry registry;
  private final int limit;

  /** The gauges of each resource, from those that are removed first to those removed last. */
  private final NavigableMap<Rank, Map<Name, Shown>> shown = new TreeMap<>();

  private final Map<String, Rank> ranks = new HashMap<>();
  private int count;

  /** Gauges in that registry, none initially. */
  @Inject
  public ResultGauges(MeterRegistry registry) {
    this(registry, LIMIT);
  }

  ResultGauges(MeterRegistry registry, int limit) {
    this.registry = registry;
    this.limit = limit;
  }

  /** Ended ones before others, older before newer. */
  private record Rank(boolean running, String created, String key) implements Comparable<Rank> {
    private static final Comparator<Rank> ORDER =
        Comparator.comparing(Rank::running).thenComparing(Rank::created).thenComparing(Rank::key);

    @Override
    public int compareTo(Rank other) {
      return ORDER.compare(this, other);
    }
  }

  private record Name(String metric, Tags tags) {}

  private record Shown(Gauge gauge, AtomicReference<Double> value) {}

  /** Replaces an experiment's gauges by its objective and its results so far. */
  public void show(ScalabilityExperiment experiment) {
    Map<Name, Double> figures = new HashMap<>();
    if (experiment.getSpec() != null) { // null if it cannot be read
      p95Objective(experiment.getSpec())
          .ifPresent(
              millis ->
                  figures.put(
                      new Name("scalelab.objective.p95.millis", tags(experiment, name(experiment))),
                      (double) millis));
    }
    if (experiment.getStatus() != null && experiment.getStatus().configurations() != null) {
      List<ConfigurationResult> rows =
          experiment.getStatus().configurations().stream()
              .filter(ConfigurationResult::measured)
              .toList();
      Map<String, ConfigurationResult> smallest =
          ScalingAnalysis.smallest(rows, ConfigurationResult::system);
      for (ConfigurationResult row : rows) {
        Tags tags =
            tags(experiment, name(experiment), row.variant(), row.factors(), row.replicas());
        add(figures, "scalelab.configuration.", OF_CONFIGURATIONS, tags, row);
        double ideal = (double) row.replicas() / smallest.get(row.system()).replicas();
        figures.put(new Name("scalelab.configuration.ideal.speedup", tags), ideal);
        DiagnosisGauges.verdict(row, tags, (m, t, value) -> figures.put(new Name(m, t), value));
        DisturbanceGauges.effects(row, tags, (m, t, value) -> figures.put(new Name(m, t), value));
      }
    }
    boolean ended = experiment.getStatus() != null && experiment.getStatus().ended();
    show(experiment, !ended, figures);
  }

  private static OptionalInt p95Objective(ScalabilityExperimentSpec spec) {
    return spec.objectives().or(Workload.of(spec).usualResponseTimes()).maxMillis("95");
  }

  /** Replaces the trial's gauges by the steps of its latest run that is not invalid. */
  public void show(ScalabilityTrial trial) {
    Map<Name, Double> figures = new HashMap<>();
    Optional<RunResult> latest = latestRun(trial);
    if (latest.isPresent()) {
      Tags tags =
          tags(
                  trial,
                  trial.getSpec().experiment(),
                  trial.getSpec().variant(),
                  trial.getSpec().factors(),
                  trial.getSpec().replicas())
              .and("trial", name(trial));
      for (StepResult step : latest.get().steps()) {
        Tags ofStep = tags.and("step", "%02d".formatted(step.step()));
        add(figures, "scalelab.step.", OF_STEPS, ofStep, step);
      }
      DisturbanceGauges.moments(
          latest.get(), tags, (m, t, value) -> figures.put(new Name(m, t), value));
    }
    boolean ended = trial.getStatus() != null && trial.getStatus().ended();
    show(trial, !ended, figures);
  }

  /** Removes a deleted experiment's or trial's gauges. */
  public void forget(HasMetadata deleted) {
    show(deleted, false, Map.of());
  }

  private synchronized void show(HasMetadata resource, boolean running, Map<Name, Double> figures) {
    String key =
        resource.getKind() + "/" + resource.getMetadata().getNamespace() + "/" + name(resource);
    Rank before = ranks.remove(key);
    Map<Name, Shown> gauges = before == null ? new HashMap<>() : shown.remove(before);
    count -= gauges.size();
    removeIf(gauges, name -> !figures.containsKey(name));
    figures.forEach(
        (name, value) -> gauges.computeIfAbsent(name, this::register).value().set(value));
    if (gauges.isEmpty()) {
      return;
    }
    String created = Objects.requireNonNullElse(resource.getMetadata().getCreationTimestamp(), "");
    Rank rank = new Rank(running, created, key);
    ranks.put(key, rank);
    shown.put(rank, gauges);
    count += gauges.size();
    while (count > limit) {
      removeOldest();
    }
  }

  private void removeOldest() {
    Map.Entry<Rank, Map<Name, Shown>> oldest = shown.pollFirstEntry();
    ranks.remove(oldest.getKey().key());
    count -= oldest.getValue().size();
    removeIf(oldest.getValue(), name -> true);
  }

  private void removeIf(Map<Name, Shown> gauges, Predicate<Name> superfluous) {
    gauges
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = superfluous.test(entry.getKey());
              if (gone) {
                registry.remove(entry.getValue().gauge());
              }
              return gone;
            });
  }

  private Shown register(Name name) {
    AtomicReference<Double> value = new AtomicReference<>(Double.NaN);
    Gauge gauge = Gauge.builder(name.metric(), value::get).tags(name.tags()).register(registry);
    return new Shown(gauge, value);
  }

  private static <T> void add(
      Map<Name, Double> figures,
      String prefix,
      Map<String, Function<T, Double>> metrics,
      Tags tags,
      T result) {
    metrics.forEach(
        (metric, figure) -> {
          Double value = figure.apply(result);
          if (value != null) {
            figures.put(new Name(prefix + metric.replace('_', '.'), tags), value);
          }
        });
  }

  private static Double mean(Spread figure) {
    return figure == null ? null : figure.mean();
  }

  private static Double saturated(ConfigurationResult row) {
    return row.saturated() == null ? null : (Double) (row.saturated() ? 1.0 : 0.0);
  }

  private static Double users(StepResult step) {
    Integer users = step.target().users();
    return users == null ? null : (Double) users.doubleValue();
  }

  private static Optional<RunResult> latestRun(ScalabilityTrial trial) {
    return trial.getStatus() == null || trial.getSpec() == null
        ? Optional.empty()
        : trial.getStatus().runs().stream()
            .filter(run -> run.phase() != RunPhase.INVALID)
            .reduce((before, after) -> after);
  }

  private static Tags tags(
      HasMetadata object,
      String experiment,
      String variant,
      List<FactorValue> factors,
      Integer replicas) {
    List<FactorValue> values = factors == null ? List.of() : factors;
    return tags(object, experiment)
        .and("variant", variant, "factors", FactorValue.text(values))
        .and("system", Names.system(variant, values))
        .and("replicas", replicas.toString());
  }

  private static Tags tags(HasMetadata object, String experiment) {
    return Tags.of("namespace", object.getMetadata().getNamespace(), "experiment", experiment);
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }
}
