package dev.scalelab.load.record;

import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The measured windows of a run; only counts are kept of those that have been closed. */
final class Windows {
  private final Collection<TransactionKind> types;
  private final Timeline timeline;
  private final long highestMicros;
  private final AtomicReferenceArray<Window> windows;

  /** The end of each window (excluded), in nanoseconds since the schedule's zero. */
  private final AtomicLongArray ends;

  // Counts of closed windows. Sums are computed on request, not with every event.
  private final Counts closed;
  private final NamedCounts serversClosed = new NamedCounts(Window.MAX_NAMES);

  /**
   * @param types the transactions that are recorded
   * @param highestMicros highest recorded time, in microseconds
   */
  Windows(Collection<TransactionKind> types, Timeline timeline, long highestMicros) {
    this.types = types;
    this.timeline = timeline;
    this.highestMicros = highestMicros;
    this.windows = new AtomicReferenceArray<>(timeline.windows());
    this.ends =
        new AtomicLongArray(
            IntStream.range(0, timeline.windows()).mapToLong(timeline::windowToNanos).toArray());
    this.closed = new Counts(types);
  }

  /** The measured window at a time, or null; created by the first event in it. */
  Window at(long elapsedNanos) {
    int index = timeline.windowAt(elapsedNanos);
    return isMeasured(index, elapsedNanos) ? open(index) : null;
  }

  /** Whether a time is in a measured window that was not ended before. */
  boolean isMeasured(long elapsedNanos) {
    return isMeasured(timeline.windowAt(elapsedNanos), elapsedNanos);
  }

  private boolean isMeasured(int index, long elapsedNanos) {
    return index != Timeline.NONE && elapsedNanos < ends.get(index);
  }

  /** Ends a window at a time, if this is before its end. */
  void end(int index, long elapsedNanos) {
    ends.accumulateAndGet(index, elapsedNanos, Math::min);
  }

  /** End of a window in nanoseconds since the schedule's zero, as known now. */
  long endNanos(int index) {
    return ends.get(index);
  }

  /** The window with that index, created if necessary. */
  Window open(int index) {
    Window window = windows.get(index);
    if (window != null) {
      return window;
    }
    Window fresh = new Window(types, highestMicros);
    return windows.compareAndSet(index, null, fresh) ? fresh : windows.get(index);
  }

  /** Closes and returns a window in which no thread records any more. */
  Window close(int index) {
    synchronized (closed) {
      Window window = open(index);
      closed.add(window.counts());
      serversClosed.add(window.servers());
      windows.set(index, null);
      return window;
    }
  }

  /** Adds the counts of all windows until now. */
  void addCountsTo(Counts totals) {
    synchronized (closed) {
      totals.add(closed);
      forEachOpen(window -> totals.add(window.counts()));
    }
  }

  /** Successful transactions in all windows until now. */
  long ok() {
    synchronized (closed) {
      AtomicLong ok = new AtomicLong(closed.ok());
      forEachOpen(window -> ok.addAndGet(window.counts().ok()));
      return ok.get();
    }
  }

  /** Adds the responses in all windows until now, by server. */
  void addServersTo(NamedCounts servers) {
    synchronized (closed) {
      servers.add(serversClosed);
      forEachOpen(window -> servers.add(window.servers()));
    }
  }

  private void forEachOpen(Consumer<Window> action) {
    for (int i = 0; i < windows.length(); i++) {
      Window window = windows.get(i);
      if (window != null) {
        action.accept(window);
      }
    }
  }
}
