package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much a counter grew in a measured window, from its raw samples around both ends.
 *
 * <p>At the start of the window the counter's value is interpolated between the samples on both
 * sides: the settling part before it has the same rate. After the end the rate changes, to the next
 * step's or to zero; so growth up to the last sample inside is extrapolated to the end, but not
 * beyond the value of the first sample after it. Only if the samples inside cover less than half of
 * the window, the value at the end is interpolated too.
 *
 * <p>Why not by PromQL: increase() knows only samples inside the window, so it has nothing for
 * containers in a window of 10 seconds, as most kubelets take a sample every 10 to 15 seconds; and
 * max_over_time - min_over_time misses the growth between the ends and the samples next to them, at
 * 2 seconds between samples 20 % of such a window.
 */
final class CounterWindow {
  /**
   * Distance from an end within which a sample is searched, in seconds: more than the longest gap
   * between a container's samples (the kubelet's housekeeping: 10 s, with its jitter up to 20).
   */
  static final int REACH_SECONDS = 30;

  private static final double MIN_COVERED = 0.5;

  private CounterWindow() {}

  /**
   * Growth between two times, in the counter's unit; empty without a sample on both sides of both
   * ends, or if the counter was reset in between.
   *
   * @param samples samples around from and around to, oldest first
   * @param from start of the window, in seconds since 1970
   * @param to end of the window
   */
  static OptionalDouble increase(List<Sample> samples, double from, double to) {
    OptionalDouble growth = growth(samples, from, to, at(samples, from), at(samples, to));
    Sample inside = lastUntil(samples, to);
    if (growth.isEmpty() || inside.time() - from < MIN_COVERED * (to - from)) {
      return growth;
    }
    double first = at(samples, from).getAsDouble();
    double stretched = (inside.value() - first) * (to - from) / (inside.time() - from);
    double max = firstFrom(samples, to).value() - first;
    return OptionalDouble.of(Math.min(stretched, max));
  }

  /**
   * The same for a counter that grows only during the seconds that it counts. Its growth between
   * two samples is one contiguous period, and the later sample reports how long ago that ended: so
   * a period that ended before the window, such as a reset of the database, is not included,
   * however few samples there are. Without that report the value is interpolated between the two.
   *
   * @param ages seconds since the counter last grew, scraped with the samples; may be incomplete
   */
  static OptionalDouble lost(List<Sample> samples, List<Sample> ages, double from, double to) {
    return growth(samples, from, to, lostAt(samples, ages, from), lostAt(samples, ages, to));
  }

  /** From the value at the start of the window to that at its end, if both are known. */
  private static OptionalDouble growth(
      List<Sample> samples, double from, double to, OptionalDouble first, OptionalDouble last) {
    return first.isEmpty() || last.isEmpty() || restarted(samples, from, to)
        ? OptionalDouble.empty()
        : OptionalDouble.of(last.getAsDouble() - first.getAsDouble());
  }

  private static OptionalDouble lostAt(List<Sample> samples, List<Sample> ages, double time) {
    OptionalDouble onTheLine = at(samples, time);
    Sample after = firstFrom(samples, time);
    Sample age = after == null ? null : firstFrom(ages, after.time());
    if (onTheLine.isEmpty() || age == null || age.time() != after.time()) {
      return onTheLine;
    }
    double grown = after.value() - lastUntil(samples, time).value();
    double ended = after.time() - age.value();
    return OptionalDouble.of(after.value() - Math.max(0, Math.min(ended - time, grown)));
  }

  /** A series' value at a time; empty without a sample on both sides of it. */
  static OptionalDouble at(List<Sample> samples, double time) {
    return at(samples, time, REACH_SECONDS);
  }

  /** The same; empty also if the samples on both sides of it are further apart than this. */
  static OptionalDouble at(List<Sample> samples, double time, double maxGapSeconds) {
    Sample before = lastUntil(samples, time);
    Sample after = firstFrom(samples, time);
    if (before == null || after == null || after.time() - before.time() > maxGapSeconds) {
      return OptionalDouble.empty();
    }
    if (after.time() == before.time()) {
      return OptionalDouble.of(after.value());
    }
    double share = (time - before.time()) / (after.time() - before.time());
    return OptionalDouble.of(before.value() + share * (after.value() - before.value()));
  }

  private static Sample lastUntil(List<Sample> samples, double time) {
    Sample last = null;
    for (Sample sample : samples) {
      if (sample.time() <= time) {
        last = sample;
      }
    }
    return last;
  }

  private static Sample firstFrom(List<Sample> samples, double time) {
    return samples.stream().filter(sample -> sample.time() >= time).findFirst().orElse(null);
  }

  private static boolean restarted(List<Sample> samples, double from, double to) {
    for (int i = 1; i < samples.size(); i++) {
      Sample before = samples.get(i - 1);
      Sample after = samples.get(i);
      boolean touchesWindow = after.time() > from && before.time() < to;
      if (touchesWindow && after.value() < before.value()) {
        return true;
      }
    }
    return false;
  }
}
