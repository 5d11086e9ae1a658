package dev.scalelab.load.record;

import dev.scalelab.load.profile.FailureKind;
import dev.scalelab.load.profile.StateOutcome;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Records all transactions and requests, exactly and without locks; only sums use a lock.
 *
 * <p>A transaction counts as sent in the window in which it starts, and as finished in the window
 * in which it finishes. Events in no measured window are counted as outside. Every event takes its
 * time and is counted within one critical section of a {@link WriterReaderPhaser}: after {@link
 * #close} has returned, no other thread is still recording in that window.
 */
public final class RunRecorder {
  private static final long MIN_RANGE_MICROS = TimeUnit.SECONDS.toMicros(60);

  /** Result of {@link #start} if too many transactions are in flight. */
  public static final long SHED = -1;

  private final RunClock clock;
  private final int maxInFlight;
  private final String shedReason;
  private final RunObserver observer;

  private final AtomicInteger inFlight = new AtomicInteger();
  private final Collection<TransactionKind> types;
  private final Counts outside;
  private final Counts afterStop;
  private final NamedCounts serversOutside = new NamedCounts(Window.MAX_NAMES);
  private final NamedCounts errors = new NamedCounts(Window.MAX_NAMES);
  private final Windows windows;
  private final ResponseSums times;
  private final Writes writes;
  private final WriterReaderPhaser phaser = new WriterReaderPhaser();
  private volatile boolean stopped;

  /**
   * @param types the transactions that are recorded
   * @param maxInFlight maximum number of transactions in flight; further ones are shed
   * @param longestMicros maximum duration of a transaction in microseconds
   */
  public RunRecorder(
      Collection<? extends TransactionKind> types,
      Timeline timeline,
      RunClock clock,
      int maxInFlight,
      long longestMicros,
      RunObserver observer) {
    this.types = List.copyOf(types);
    this.outside = new Counts(types);
    this.afterStop = new Counts(types);
    this.clock = clock;
    this.maxInFlight = maxInFlight;
    this.shedReason = "shed: " + maxInFlight + " transactions in flight (MAX_IN_FLIGHT)";
    this.observer = observer;
    long highestMicros = Math.max(MIN_RANGE_MICROS, longestMicros);
    this.windows = new Windows(this.types, timeline, highestMicros);
    this.times = new ResponseSums(highestMicros);
    this.writes = new Writes(this.types);
  }

  /**
   * A user is about to start a transaction.
   *
   * @param dueNanos its scheduled start, in nanoseconds since the schedule's zero
   * @return the start in nanoseconds since the schedule's zero, or {@link #SHED}
   */
  public long start(TransactionKind type, long dueNanos) {
    boolean admitted = inFlight.incrementAndGet() <= maxInFlight;
    long critical = phaser.writerCriticalSectionEnter();
    try {
      long now = clock.elapsedNanos();
      Window window = windows.at(now);
      Counts counts = countsOf(window);
      if (!admitted) {
        inFlight.decrementAndGet();
        counts.of(type).shed.increment();
        countError(counts, window, shedReason);
        return SHED;
      }
      long lateNanos = Math.max(0, now - dueNanos);
      counts.of(type).sent.increment();
      if (window != null) {
        window.recordLateness(TimeUnit.NANOSECONDS.toMicros(lateNanos));
      }
      observer.started(lateNanos);
      return now;
    } finally {
      phaser.writerCriticalSectionExit(critical);
    }
  }

  /**
   * A request has ended.
   *
   * @param failure kind of its failure; null if the response was as expected
   * @param server the server that responded, or null if there was no response or it had no name
   */
  public void requestEnded(TransactionKind type, FailureKind failure, String server) {
    long critical = phaser.writerCriticalSectionEnter();
    try {
      Window window = windows.at(clock.elapsedNanos());
      Counts all = countsOf(window);
      Counts.OfType counts = all.of(type);
      if (failure == null) {
        counts.okRequests.increment();
      } else {
        counts.failedRequests.increment();
        all.addFailure(failure);
      }
      if (server != null) {
        (window == null ? serversOutside : window.servers()).add(server);
      }
    } finally {
      phaser.writerCriticalSectionExit(critical);
    }
  }

  /**
   * A started transaction has finished now.
   *
   * <p>Its response time counts from its scheduled time: the time for which the user waited for a
   * late generator is included. The time from the sending is recorded too.
   *
   * @param scheduledNanos its scheduled start plus the intended pauses of its user
   * @param sentNanos the result of {@link #start} plus the actual pauses
   * @param failure why it failed, or null if it succeeded
   */
  public void finish(TransactionKind type, long scheduledNanos, long sentNanos, String failure) {
    inFlight.decrementAndGet();
    long critical = phaser.writerCriticalSectionEnter();
    try {
      long now = clock.elapsedNanos();
      Window window = windows.at(now);
      Counts counts = countsOf(window);
      if (failure == null) {
        counts.of(type).ok.increment();
        long fromSending = now - sentNanos;
        // Never less than the time from the sending: a timer may be early by the clock's rounding.
        long fromSchedule = Math.max(fromSending, now - scheduledNanos);
        if (window != null) {
          window.recordResponse(
              type,
              TimeUnit.NANOSECONDS.toMicros(fromSchedule),
              TimeUnit.NANOSECONDS.toMicros(fromSending));
        }
        times.add(fromSchedule, fromSending);
        observer.answered(type, fromSchedule);
      } else {
        counts.of(type).sentAndFailed.increment();
        countError(counts, window, failure);
      }
    } finally {
      phaser.writerCriticalSectionExit(critical);
    }
  }

  /**
   * A session has ended.
   *
   * @param outcome what became of its state
   * @param moved whether another server has continued it
   */
  public void sessionEnded(StateOutcome outcome, boolean moved) {
    count(
        counts -> {
          counts.addState(outcome);
          if (moved && outcome == StateOutcome.INTACT) {
            counts.moved.increment();
          }
        });
  }

  /** A transaction that has finished now has made a large order. */
  public void madeLargeOrder() {
    count(counts -> counts.largeOrders.increment());
  }

  private void count(Consumer<Counts> event) {
    long critical = phaser.writerCriticalSectionEnter();
    try {
      event.accept(countsOf(windows.at(clock.elapsedNanos())));
    } finally {
      phaser.writerCriticalSectionExit(critical);
    }
  }

  private void countError(Counts counts, Window window, String reason) {
    if (counts != afterStop) {
      errors.add(reason);
    }
    if (window != null) {
      window.errors().add(reason);
    }
  }

  private Counts countsOf(Window window) {
    Counts counts = window == null ? outside : window.counts();
    return stopped ? afterStop : counts;
  }

  /** Whether a time, in nanoseconds since the schedule's zero, is in a window not ended before. */
  public boolean isMeasured(long elapsedNanos) {
    return windows.isMeasured(elapsedNanos);
  }

  /** Ends a window now, once and by one thread: until its planned end, events are outside. */
  public void end(int index) {
    windows.end(index, clock.elapsedNanos());
  }

  /** End of a window in nanoseconds since the schedule's zero, as known now. */
  long endNanos(int index) {
    return windows.endNanos(index);
  }

  /** The window with that index, created if necessary. */
  Window open(int index) {
    return windows.open(index);
  }

  /** Waits for the threads that are recording, and returns the window. Call it after its end. */
  Window close(int index) {
    awaitRecording();
    return windows.close(index);
  }

  /**
   * Ends the counting: the totals no longer change once this has returned, although the run's other
   * threads may go on. Each start that they contain was before the return.
   */
  void stop() {
    stopped = true;
    awaitRecording();
  }

  private void awaitRecording() {
    phaser.readerLock();
    try {
      phaser.flipPhase();
    } finally {
      phaser.readerUnlock();
    }
  }

  /** Counts of the whole run until now. */
  public Counts totals() {
    Counts totals = new Counts(types);
    totals.add(outside);
    windows.addCountsTo(totals);
    return totals;
  }

  /** Successful transactions of the whole run until now. */
  public long completed() {
    return outside.ok() + windows.ok();
  }

  /** Counts of ramps, of the warm-up, and of what finished after the last window. */
  Counts outside() {
    return outside;
  }

  /** Failed transactions of the whole run until now, by reason. */
  public NamedCounts errors() {
    return errors;
  }

  /** Responses of the whole run until now, by server. */
  public NamedCounts servers() {
    NamedCounts servers = new NamedCounts(Window.MAX_NAMES);
    servers.add(serversOutside);
    windows.addServersTo(servers);
    return servers;
  }

  /** Numbers of the transactions that are to be stored. */
  public Writes writes() {
    return writes;
  }

  /** Times of all completed transactions of the run. */
  ResponseSums times() {
    return times;
  }

  /** Transactions that have started and not finished. */
  public int inFlight() {
    return inFlight.get();
  }
}
