package dev.scalelab.operator.support;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/** A clock that is ahead of the machine's by what a test says. */
public final class LateClock extends Clock {
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
    return Instant.now().plus(late.get());
  }
}
