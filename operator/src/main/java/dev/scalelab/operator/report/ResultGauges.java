package dev.scalelab.operator.report;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Every result as a gauge of the operator's own metrics: what the results dashboard draws. */
@ApplicationScoped
public class ResultGauges {
  private static final Map<String, Function<ConfigurationResult, Double>> OF_CONFIGURATIONS =
      ordered(
          Map.entry("peak_per_second", ConfigurationResult::peakPerSecond),
          Map.entry("capacity_per_second", ConfigurationResult::capacityPerSecond),
          Map.entry("speedup", ConfigurationResult::speedup),
          Map.entry("efficiency", ConfigurationResult::efficiency),
          Map.entry("p95_millis", ConfigurationResult::p95Millis));

  private static final Map<String, Function<StepResult, Double>> OF_STEPS =
      ordered(
          Map.entry("throughput_per_second", StepResult::throughputPerSecond),
          Map.entry("target_per_second", StepResult::targetPerSecond),
          Map.entry("p95_millis", StepResult::p95Millis),
          Map.entry("error_percent", StepResult::errorPercent));

  private final Map<String, MultiGauge> configurations = new LinkedHashMap<>();
  private final Map<String, MultiGauge> steps = new LinkedHashMap<>();

  /** Gauges in that registry, without values until the first {@link #show}. */
  public ResultGauges(MeterRegistry registry) {
    OF_CONFIGURATIONS
        .keySet()
        .forEach(
            name -> configurations.put(name, gauge(registry, "scalelab.configuration." + name)));
    OF_STEPS.keySet().forEach(name -> steps.put(name, gauge(registry, "scalelab.step." + name)));
  }

  /**
   * Shows the results of these experiments and trials and no others: what was deleted disappears.
   */
  public void show(
      Collection<ScalabilityExperiment> experiments, Collection<ScalabilityTrial> trials) {
    OF_CONFIGURATIONS.forEach(
        (name, figure) -> configurations.get(name).register(rows(experiments, figure), true));
    OF_STEPS.forEach((name, figure) -> steps.get(name).register(stepRows(trials, figure), true));
  }

  private static List<MultiGauge.Row<?>> rows(
      Collection<ScalabilityExperiment> experiments, Function<ConfigurationResult, Double> figure) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (ScalabilityExperiment experiment : experiments) {
      if (experiment.getStatus() == null || experiment.getStatus().configurations() == null) {
        continue;
      }
      for (ConfigurationResult row : experiment.getStatus().configurations()) {
        add(
            rows,
            tags(experiment, name(experiment), row.variant(), row.replicas()),
            figure.apply(row));
      }
    }
    return rows;
  }

  private static List<MultiGauge.Row<?>> stepRows(
      Collection<ScalabilityTrial> trials, Function<StepResult, Double> figure) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (ScalabilityTrial trial : trials) {
      for (StepResult step : latestSteps(trial)) {
        Tags tags =
            tags(
                    trial,
                    trial.getSpec().experiment(),
                    trial.getSpec().variant(),
                    trial.getSpec().replicas())
                .and("trial", name(trial), "step", "%02d".formatted(step.step()));
        add(rows, tags, figure.apply(step));
      }
    }
    return rows;
  }

  /** The steps of the latest run that is not invalid. */
  private static List<StepResult> latestSteps(ScalabilityTrial trial) {
    if (trial.getStatus() == null) {
      return List.of();
    }
    List<RunResult> runs =
        trial.getStatus().runs().stream().filter(run -> run.phase() != RunPhase.INVALID).toList();
    return runs.isEmpty() ? List.of() : runs.get(runs.size() - 1).steps();
  }

  private static void add(List<MultiGauge.Row<?>> rows, Tags tags, Double value) {
    if (value != null) {
      rows.add(MultiGauge.Row.of(tags, value));
    }
  }

  private static Tags tags(
      HasMetadata object, String experiment, String variant, Integer replicas) {
    return Tags.of(
        "namespace",
        object.getMetadata().getNamespace(),
        "experiment",
        experiment,
        "variant",
        variant,
        "replicas",
        replicas.toString());
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  private static MultiGauge gauge(MeterRegistry registry, String name) {
    return MultiGauge.builder(name.replace('_', '.')).register(registry);
  }

  @SafeVarargs
  private static <T> Map<String, Function<T, Double>> ordered(
      Map.Entry<String, Function<T, Double>>... entries) {
    Map<String, Function<T, Double>> map = new LinkedHashMap<>();
    for (Map.Entry<String, Function<T, Double>> entry : entries) {
      map.put(entry.getKey(), entry.getValue());
    }
    return map;
  }
}
