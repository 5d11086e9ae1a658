package dev.scalelab.load.record;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the connections that are opened to the target; any number of threads may add. */
public final class Connections {
  private final AtomicLong opened = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger maxOpen = new AtomicInteger();

  /**
   * The connections of a stretch of a run.
   *
   * @param opened those that were opened in it, or tried to
   * @param maxOpen most that were open at a time
   * @param openedSoFar those that were opened from the run's begin to the end of the stretch
   */
  public record Seen(long opened, int maxOpen, long openedSoFar) {}

  /** A connection is about to be opened. */
  public void opening() {
    opened.incrementAndGet();
    maxOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
  }

  /** A connection was closed, or could not be opened. */
  public void closed() {
    open.decrementAndGet();
  }

  /** Connections of the whole run so far. */
  public long opened() {
    return opened.get();
  }

  /** Connections that are open now. */
  public int open() {
    return open.get();
  }

  /** A stretch begins: gives what {@link #since} asks for. One stretch at a time. */
  long begin() {
    maxOpen.set(open.get());
    return opened.get();
  }

  /**
   * The stretch that ends now.
   *
   * @param openedBefore what {@link #begin} answered
   */
  Seen since(long openedBefore) {
    long now = opened.get();
    return new Seen(now - openedBefore, maxOpen.get(), now);
  }
}
