package dev.scalelab.load.record;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When a request last ended without a response. A server may still process such a request after the
 * client has given up: when it waits for the lock of a session, for instance, which Infinispan ends
 * after 15 s. What it then writes would belong to nobody's counts if the dataset had been reset in
 * the meantime.
 */
public final class Unanswered {
  /** After which no server processes the request any more: a lock's 15 s, and a margin. */
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final RunClock clock;
  private final AtomicLong lastNanos = new AtomicLong(Long.MIN_VALUE);

  /** Before the first one nothing is awaited. */
  public Unanswered(RunClock clock) {
    this.clock = clock;
  }

  /** A request has ended now, without a response. */
  public void one() {
    lastNanos.set(clock.elapsedNanos());
  }

  /** Waits until no server can process one of these requests any more. */
  public void awaitEnd() throws InterruptedException {
    if (lastNanos.get() != Long.MIN_VALUE) {
      clock.awaitElapsed(lastNanos.get() + LONGEST_NANOS);
    }
  }
}
