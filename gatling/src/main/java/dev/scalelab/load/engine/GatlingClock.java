package dev.scalelab.load.engine;

import dev.scalelab.load.record.RunClock;
import io.gatling.commons.util.Clock;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Provides the run's clock to Gatling, and detects the time at which Gatling's schedule begins.
 *
 * <p>Gatling's injector reads its clock once to fix the schedule's zero: the first reading after
 * the statistics engine has been started, before any user exists.
 */
final class GatlingClock implements Clock {
  private final RunClock clock;
  private final AtomicBoolean startIsNext = new AtomicBoolean();

  GatlingClock(RunClock clock) {
    this.clock = clock;
  }

  /** The next reading is the schedule's zero. */
  void expectStart() {
    startIsNext.set(true);
  }

  @Override
  public long nowMillis() {
    long now = clock.nowMillis();
    if (startIsNext.get() && startIsNext.compareAndSet(true, false)) {
      clock.start(now);
    }
    return now;
  }
}
