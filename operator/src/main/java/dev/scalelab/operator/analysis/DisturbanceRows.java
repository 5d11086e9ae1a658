package dev.scalelab.operator.analysis;

import static java.util.stream.Collectors.joining;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.DisturbanceRowBuilder;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Acknowledged;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/** What the disturbances of a configuration have done, over its valid runs. Pure. */
public final class DisturbanceRows {
  private DisturbanceRows() {}

  /** A row for each disturbance, in their order; null without any. */
  public static List<DisturbanceRow> of(Configuration configuration, List<RunResult> valid) {
    if (valid.isEmpty() || valid.get(0).plan() == null) {
      return null;
    }
    List<PlannedDisturbance> all = valid.get(0).plan().planned();
    List<DisturbanceRow> rows =
        all.stream().map(one -> row(configuration, one, all, valid)).toList();
    return rows.isEmpty() ? null : rows;
  }

  /** The sentences of all rows, to follow another sentence; empty without any. */
  public static String sentences(List<DisturbanceRow> rows) {
    return rows == null
        ? ""
        : rows.stream().map(row -> "; " + row.name() + ": " + row.text()).collect(joining());
  }

  private static DisturbanceRow row(
      Configuration configuration,
      PlannedDisturbance planned,
      List<PlannedDisturbance> all,
      List<RunResult> valid) {
    List<DisturbanceResult> made =
        valid.stream()
            .flatMap(run -> run.disturbance(planned.name()).stream())
            .filter(one -> one.madeAt() != null)
            .toList();
    List<DisturbanceEffect> effects =
        made.stream().map(DisturbanceResult::effect).filter(Objects::nonNull).toList();
    List<StepResult> steps =
        valid.stream()
            .flatMap(run -> run.steps().stream())
            .filter(step -> step.step().equals(planned.step()))
            .toList();
    DisturbanceRow row =
        DisturbanceRowBuilder.builder()
            .name(planned.name())
            .action(planned.action())
            .tier(planned.tier())
            .step(planned.step())
            .runs(made.size())
            .lateMillis(
                made.stream().map(DisturbanceResult::lateMillis).max(Long::compare).orElse(null))
            .failed(spread(effects, DisturbanceEffect::failed))
            .errorSeconds(spread(effects, DisturbanceEffect::errorSeconds))
            .throughputBackSeconds(spread(effects, DisturbanceEffect::throughputBackSeconds))
            .responseTimeBackSeconds(spread(effects, DisturbanceEffect::responseTimeBackSeconds))
            .podsBackSeconds(spread(effects, DisturbanceEffect::podsBackSeconds))
            .membersBackSeconds(spread(effects, DisturbanceEffect::membersBackSeconds))
            .stateTransferSeconds(spread(effects, DisturbanceEffect::stateTransferSeconds))
            .state(
                steps.stream()
                    .map(StepResult::state)
                    .filter(Objects::nonNull)
                    .reduce(StateCounts::plus)
                    .orElse(null))
            .failedRequests(
                steps.stream()
                    .map(StepResult::failedRequests)
                    .filter(Objects::nonNull)
                    .reduce(RequestFailures::plus)
                    .orElse(null))
            .acknowledged(ofDatabase(planned, valid) ? acknowledged(valid) : null)
            .build();
    List<PlannedDisturbance> others = all.stream().filter(one -> !one.equals(planned)).toList();
    List<String> ofDatabases =
        others.stream()
            .filter(one -> ofDatabase(one, valid))
            .map(PlannedDisturbance::name)
            .toList();
    return row.withText(
        new DisturbanceSentence(configuration, planned, others, ofDatabases, row).text());
  }

  /** Whether it concerned pods of databases, in any run. */
  private static boolean ofDatabase(PlannedDisturbance planned, List<RunResult> valid) {
    return valid.stream()
        .flatMap(run -> Disturbances.asMade(run).planned().stream())
        .filter(one -> one.name().equals(planned.name()))
        .anyMatch(one -> one.concerns(Tier.DATABASE.label()));
  }

  /** Null without a database that is counted. */
  private static List<AcknowledgedResult> acknowledged(List<RunResult> valid) {
    Map<String, AcknowledgedResult> kinds = new TreeMap<>();
    valid.stream()
        .flatMap(run -> Acknowledged.ofRun(run).stream())
        .forEach(kind -> kinds.merge(kind.name(), kind, AcknowledgedResult::plus));
    return kinds.isEmpty() ? null : List.copyOf(kinds.values());
  }

  /** Null unless every run has the figure: a mean of the others would be too short. */
  private static Spread spread(
      List<DisturbanceEffect> effects, Function<DisturbanceEffect, Number> figure) {
    List<Double> values = new ArrayList<>();
    for (DisturbanceEffect effect : effects) {
      Number value = figure.apply(effect);
      if (value == null) {
        return null;
      }
      values.add(value.doubleValue());
    }
    return values.isEmpty() ? null : OverRuns.spread(values);
  }
}
