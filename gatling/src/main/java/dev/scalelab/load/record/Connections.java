package dev.scalelab.load.record;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the connections opened to the target; thread-safe. */
public final class Connections {
  private final AtomicLong opened = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger maxOpen = new AtomicInteger();

  /**
   * The connections of an interval of a run.
   *
   * @param opened number of connections opened in it, including failed attempts
   * @param maxOpen maximum number of simultaneously open connections
   * @param openedSoFar number of connections opened from the run's start to the end of the interval
   */
  public record Seen(long opened, int maxOpen, long openedSoFar) {
    void write(JsonGenerator out) throws IOException {
      out.writeObjectFieldStart("connections");
      out.writeNumberField("opened", opened);
      out.writeNumberField("maxOpen", maxOpen);
      out.writeNumberField("openedSoFar", openedSoFar);
      out.writeEndObject();
    }
  }

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

  /** Starts an interval, and returns the argument for {@link #since}. One interval at a time. */
  long begin() {
    maxOpen.set(open.get());
    return opened.get();
  }

  /**
   * The interval that ends now.
   *
   * @param openedBefore result of {@link #begin}
   */
  Seen since(long openedBefore) {
    long now = opened.get();
    return new Seen(now - openedBefore, maxOpen.get(), now);
  }
}
