package dev.scalelab.operator.support;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/**
 * A clock that stands still, however long the machine takes, and is ahead of the time at which it
 * was made by what a test says.
 */
public final class LateClock extends Clock {
  private final Instant made = Instant.now();
  private final Supplier<Duration> late;

  public LateClock(Supplier<Duration> late) {
    this.late = late;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return made.plus(late.get());
  }
}
