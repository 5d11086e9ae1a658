package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.platform.RecentlySeen;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * When an experiment is woken by a change: soon, but with a pause after its last look, so that an
 * object that changes all the time does not keep the operator busy; and with a longer one during a
 * load, because a reconciliation takes CPU from what is measured.
 */
final class WakeTimes {
  /**
   * Changes of a testbed come together: of a Job, of its pod, of what the operator wrote itself.
   */
  static final Duration TOGETHER = Duration.ofMillis(50);

  static final Duration APART = Duration.ofMillis(300);
  static final Duration APART_UNDER_LOAD = Duration.ofSeconds(2);

  private final LongSupplier nanoTime;
  private final Map<String, Look> looks = RecentlySeen.map();

  WakeTimes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** What wakes an experiment. */
  enum Cause {
    /** A Job of it has ended, for which it waits: there is no second end. */
    END,
    /** The answer to a question that it has asked itself. */
    ANSWER,
    /** A change of its testbed, of which there may be many. */
    CHANGE
  }

  private record Look(long nanos, boolean underLoad) {}

  /** It was reconciled just now. */
  void looked(ResourceID experiment, boolean underLoad) {
    looks.put(key(experiment), new Look(nanoTime.getAsLong(), underLoad));
  }

  /** It is woken just now. */
  void woken(ResourceID experiment) {
    looks.computeIfPresent(
        key(experiment), (key, last) -> new Look(nanoTime.getAsLong(), last.underLoad));
  }

  /** The time until it should be woken. */
  Duration untilWake(ResourceID experiment, Cause cause) {
    Look last = looks.get(key(experiment));
    if (last == null || cause == Cause.END || cause == Cause.ANSWER && !last.underLoad) {
      return TOGETHER;
    }
    Duration pause = last.underLoad ? APART_UNDER_LOAD : APART;
    Duration left = pause.minusNanos(nanoTime.getAsLong() - last.nanos);
    return left.compareTo(TOGETHER) > 0 ? left : TOGETHER;
  }

  private static String key(ResourceID experiment) {
    return experiment.getNamespace().orElse("") + "/" + experiment.getName();
  }
}
