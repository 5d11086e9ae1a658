package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * All records of one measured window. Recording is lock-free; read it only after the window has
 * been closed.
 */
final class Window {
  /** Maximum number of reasons and servers counted by name; real runs have a handful of each. */
  static final int MAX_NAMES = 200;

  private static final int SIGNIFICANT_DIGITS = 3;

  /** Enough for a generator's lateness, at a fraction of the size. */
  private static final int COARSE_DIGITS = 2;

  private final long highestMicros;
  private final Counts counts;
  private final Map<TransactionKind, Histogram> responseMicros = new HashMap<>();
  private final Histogram sentMicros;
  private final Histogram latenessMicros;
  private final NamedCounts errors = new NamedCounts(MAX_NAMES);
  private final NamedCounts servers = new NamedCounts(MAX_NAMES);

  /**
   * @param types the transactions that are recorded
   * @param highestMicros highest recorded time, in microseconds; longer ones are recorded as this
   *     value
   */
  Window(Collection<? extends TransactionKind> types, long highestMicros) {
    this.counts = new Counts(types);
    this.highestMicros = highestMicros;
    this.sentMicros = newHistogram(COARSE_DIGITS);
    this.latenessMicros = newHistogram(SIGNIFICANT_DIGITS);
    for (TransactionKind type : types) {
      responseMicros.put(type, newHistogram(SIGNIFICANT_DIGITS));
    }
  }

  private Histogram newHistogram(int digits) {
    return new AtomicHistogram(highestMicros, digits);
  }

  void recordResponse(TransactionKind type, long microsFromSchedule, long microsFromSending) {
    responseMicros.get(type).recordValue(Math.min(microsFromSchedule, highestMicros));
    sentMicros.recordValue(Math.min(microsFromSending, highestMicros));
  }

  void recordLateness(long micros) {
    latenessMicros.recordValue(Math.min(micros, highestMicros));
  }

  Counts counts() {
    return counts;
  }

  NamedCounts errors() {
    return errors;
  }

  NamedCounts servers() {
    return servers;
  }

  /** Times from the scheduled start: the users' waiting time. */
  Histogram responseMicros(TransactionKind type) {
    return responseMicros.get(type);
  }

  /** Times of all types from the sending, within 1 %. */
  Histogram sentMicros() {
    return sentMicros;
  }

  Histogram latenessMicros() {
    return latenessMicros;
  }
}
