package dev.scalelab.operator.analysis;

import static java.util.stream.Collectors.joining;

import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** What the disturbances of a configuration have done, over its valid runs. Pure. */
public final class DisturbanceRows {
  private DisturbanceRows() {}

  /** A row for each disturbance, in their order; null without any. */
  public static List<DisturbanceRow> of(Configuration trial, List<RunResult> valid) {
    if (valid.isEmpty() || valid.get(0).plan() == null) {
      return null;
    }
    List<DisturbanceRow> rows =
        valid.get(0).plan().planned().stream()
            .map(planned -> row(trial, planned, made(planned, valid)))
            .toList();
    return rows.isEmpty() ? null : rows;
  }

  /** The sentences of all rows, to follow another sentence; empty without any. */
  public static String sentences(List<DisturbanceRow> rows) {
    return rows == null
        ? ""
        : rows.stream().map(row -> "; " + row.name() + ": " + row.text()).collect(joining());
  }

  private static List<DisturbanceResult> made(PlannedDisturbance planned, List<RunResult> valid) {
    return valid.stream()
        .flatMap(run -> run.disturbance(planned.name()).stream())
        .filter(one -> one.madeAt() != null)
        .toList();
  }

  private static DisturbanceRow row(
      Configuration trial, PlannedDisturbance planned, List<DisturbanceResult> made) {
    List<DisturbanceEffect> effects =
        made.stream().map(DisturbanceResult::effect).filter(Objects::nonNull).toList();
    DisturbanceRow row =
        new DisturbanceRow(
            planned.name(),
            planned.action(),
            planned.tier(),
            planned.step(),
            made.size(),
            made.stream().map(DisturbanceResult::lateMillis).max(Long::compare).orElse(null),
            spread(effects, DisturbanceEffect::failed),
            spread(effects, DisturbanceEffect::errorSeconds),
            spread(effects, DisturbanceEffect::throughputBackSeconds),
            spread(effects, DisturbanceEffect::responseTimeBackSeconds),
            spread(effects, DisturbanceEffect::podsBackSeconds),
            null);
    return row.withText(text(trial, planned, row));
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

  private static String text(Configuration trial, PlannedDisturbance planned, DisturbanceRow row) {
    boolean servers = planned.concerns("application");
    int count = planned.count() == null ? 1 : planned.count();
    String whom =
        servers
            ? "%d of %d servers".formatted(count, trial.replicas())
            : "%d %s of the tier %s".formatted(count, count == 1 ? "pod" : "pods", planned.tier());
    return "%s %s in step %d: %s; throughput %s, response time %s, all %s %s"
        .formatted(
            planned.action().doing(),
            whom,
            planned.step(),
            failed(row),
            back(row.throughputBackSeconds(), "was back after %s s", "did not change"),
            back(row.responseTimeBackSeconds(), "after %s s", "did not change"),
            servers ? "servers" : "pods",
            row.podsBackSeconds() == null
                ? "were not ready again in every run"
                : "were ready again after %s s".formatted(number(row.podsBackSeconds().mean())));
  }

  private static String failed(DisturbanceRow row) {
    if (row.failed() == null) {
      return "its effect is not known";
    }
    return row.failed().max() == 0
        ? "no transaction failed"
        : "%s transactions failed within %s s"
            .formatted(number(row.failed().mean()), number(row.errorSeconds().mean()));
  }

  private static String back(Spread seconds, String after, String unchanged) {
    if (seconds == null) {
      return "was not back by the end of the step";
    }
    return seconds.max() == 0 ? unchanged : after.formatted(number(seconds.mean()));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? "%d".formatted((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
