package dev.scalelab.operator.simulation;

import dev.scalelab.operator.platform.Timing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;

/**
 * The clock of a simulation, and everything that is still to happen in it. Time passes only from
 * one such happening to the next; those of the same time happen in the order in which they were
 * planned.
 */
public final class VirtualTime extends Clock implements Timing {
  /** The beginning of every simulation. */
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final PriorityQueue<Happening> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Happening::at).thenComparingLong(Happening::number));

  private long now;
  private long planned;

  /** Whose timers are started now; those of an operator that was killed do not happen. */
  private BooleanSupplier alive = () -> true;

  private record Happening(long at, long number, BooleanSupplier alive, Runnable what) {}

  /** Something happens after a time. */
  public void after(Duration delay, Runnable what) {
    after(delay, () -> true, what);
  }

  /** Something happens after a time, if this is still the case. */
  void after(Duration delay, BooleanSupplier stillAlive, Runnable what) {
    long at = now + Math.max(0, delay.toNanos());
    queue.add(new Happening(at, planned++, stillAlive, what));
  }

  /** Something happens after a time, unless the operator that starts it is killed before. */
  public void afterInOperator(Duration delay, Runnable what) {
    after(delay, alive, what);
  }

  /** From here on timers are those of an operator that lives as long as this. */
  void startOperator(BooleanSupplier lives) {
    alive = lives;
  }

  /** Lets the next thing happen; false if there is none, or only after this time. */
  boolean next(Instant until) {
    while (!queue.isEmpty() && !queue.peek().alive().getAsBoolean()) {
      queue.poll();
    }
    if (queue.isEmpty() || START.plusNanos(queue.peek().at()).isAfter(until)) {
      return false;
    }
    Happening next = queue.poll();
    now = next.at();
    next.what().run();
    return true;
  }

  /** Time since the beginning. */
  Duration elapsed() {
    return Duration.ofNanos(now);
  }

  @Override
  public Instant instant() {
    return START.plusNanos(now);
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public ScheduledExecutorService timer(String name) {
    return new VirtualTimer(this);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
