package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What users noticed of a disturbance, from what the load generators counted in each second of its
 * step. Pure.
 */
public final class Recovery {
  /** Length of the means that are compared, in seconds: a single second has few transactions. */
  static final int WINDOW = 5;

  /** A mean this close to that of before is back. */
  static final double ALLOWED = 0.05;

  private final List<Second> before;
  private final List<Second> after;

  private Recovery(List<Second> before, List<Second> after) {
    this.before = before;
    this.after = after;
  }

  /**
   * The effect of a disturbance that was made, up to the next one in its step. What it is compared
   * with was before all of them.
   *
   * @param series of its step, from the start of its settling; null if there is none
   */
  public static DisturbanceEffect of(
      RunResult run, PlannedDisturbance planned, DisturbanceResult made, StepSeries series) {
    Double podsBack =
        made.podsBackAt() == null ? null : (Double) seconds(made.madeAt(), made.podsBackAt());
    if (series == null || run.startedAt() == null) {
      return new DisturbanceEffect(null, null, null, null, podsBack);
    }
    Instant step =
        Instant.parse(run.startedAt())
            .plusSeconds((planned.step() - 1L) * run.plan().stepSeconds());
    int second = second(step, made);
    int first = second;
    int next = run.plan().stepSeconds();
    for (PlannedDisturbance other : run.plan().planned()) {
      DisturbanceResult its = run.disturbance(other.name()).orElse(null);
      if (its == null || its.madeAt() == null || !other.step().equals(planned.step())) {
        continue;
      }
      first = Math.min(first, second(step, its));
      next = other.atSecond() > planned.atSecond() ? Math.min(next, second(step, its)) : next;
    }
    Recovery recovery =
        new Recovery(
            series.part(run.plan().settleSeconds(), first).seconds(),
            series.part(second, next).seconds());
    return recovery.effect(podsBack);
  }

  private static int second(Instant step, DisturbanceResult made) {
    return (int) Duration.between(step, Instant.parse(made.madeAt())).toSeconds();
  }

  private static double seconds(String from, String to) {
    Duration between = Duration.between(Instant.parse(from), Instant.parse(to));
    return Math.max(0, Rounding.two(between.toMillis() / 1000.0));
  }

  private DisturbanceEffect effect(Double podsBack) {
    long failed = after.stream().mapToLong(Recovery::failed).sum();
    int[] failing =
        IntStream.range(0, after.size()).filter(i -> failed(after.get(i)) > 0).toArray();
    return new DisturbanceEffect(
        failed,
        failing.length == 0 ? 0 : failing[failing.length - 1] - failing[0] + 1,
        back(Recovery::throughput, -1),
        back(Recovery::responseMillis, 1),
        podsBack);
  }

  private static long failed(Second second) {
    return second.failed() + second.shed();
  }

  private static double throughput(List<Second> seconds) {
    return seconds.stream().mapToLong(Second::completed).average().orElse(0);
  }

  /** Without a completed transaction it is as if each took for ever. */
  private static double responseMillis(List<Second> seconds) {
    long completed = seconds.stream().mapToLong(Second::completed).sum();
    return completed == 0
        ? Double.MAX_VALUE
        : (double) seconds.stream().mapToLong(Second::transactionMillis).sum() / completed;
  }

  /**
   * Seconds until a figure is back after it had left its range; 0 if it never left it, null if it
   * is not back, or if there are too few seconds to say. Only one direction counts: an effect is
   * less throughput, or longer responses.
   *
   * @param worse the sign of a change for the worse
   */
  private Integer back(ToDoubleFunction<List<Second>> figure, int worse) {
    if (after.size() < WINDOW) {
      return null;
    }
    double usual = figure.applyAsDouble(before);
    double allowed = Math.max(ALLOWED, usualDeviation(figure, usual, worse));
    boolean left = false;
    for (int start = 0; start + WINDOW <= after.size(); start++) {
      boolean off = deviation(figure, after, start, usual, worse) > allowed;
      left |= off;
      if (left && !off && holds(figure, start + WINDOW, usual, worse, allowed)) {
        return start;
      }
    }
    return left ? null : (Integer) 0;
  }

  /** Of means before the disturbance: what happens without any is none of its effects. */
  private double usualDeviation(ToDoubleFunction<List<Second>> figure, double usual, int worse) {
    return IntStream.rangeClosed(0, before.size() - WINDOW)
        .mapToDouble(start -> deviation(figure, before, start, usual, worse))
        .max()
        .orElse(0);
  }

  /** Whether the next seconds, as far as there are that many, confirm that it is back. */
  private boolean holds(
      ToDoubleFunction<List<Second>> figure, int start, double usual, int worse, double allowed) {
    return start + WINDOW > after.size()
        || deviation(figure, after, start, usual, worse) <= allowed;
  }

  private static double deviation(
      ToDoubleFunction<List<Second>> figure,
      List<Second> seconds,
      int start,
      double usual,
      int worse) {
    double now = figure.applyAsDouble(seconds.subList(start, start + WINDOW));
    return usual == 0 ? 0 : worse * (now / usual - 1);
  }
}
