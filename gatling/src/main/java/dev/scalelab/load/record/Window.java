package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Everything recorded within one measured window. Recording is lock-free; read it only after the
 * window has been closed.
 */
final class Window {
  /** Reasons and servers kept apart; real runs have a handful of each. */
  static final int MAX_NAMES = 200;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final long highestMicros;
  private final Counts counts;
  private final Map<TransactionKind, Histogram> responseMicros = new HashMap<>();
  private final Histogram latenessMicros;
  private final NamedCounts errors = new NamedCounts(MAX_NAMES);
  private final NamedCounts servers = new NamedCounts(MAX_NAMES);

  /**
   * @param types the transactions that are recorded
   * @param highestMicros largest time told apart, in microseconds; longer ones count as that
   */
  Window(Collection<? extends TransactionKind> types, long highestMicros) {
    this.counts = new Counts(types);
    this.highestMicros = highestMicros;
    this.latenessMicros = newHistogram();
    for (TransactionKind type : types) {
      responseMicros.put(type, newHistogram());
    }
  }

  private Histogram newHistogram() {
    return new AtomicHistogram(highestMicros, SIGNIFICANT_DIGITS);
  }

  void recordResponse(TransactionKind type, long micros) {
    responseMicros.get(type).recordValue(Math.min(micros, highestMicros));
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

  Histogram responseMicros(TransactionKind type) {
    return responseMicros.get(type);
  }

  Histogram latenessMicros() {
    return latenessMicros;
  }
}
