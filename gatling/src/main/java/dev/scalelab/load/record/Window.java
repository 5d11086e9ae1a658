package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionType;
import java.util.Collection;
import java.util.EnumMap;
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
  private final Map<TransactionType, Histogram> responseMicros =
      new EnumMap<>(TransactionType.class);
  private final Histogram latenessMicros;
  private final NamedCounts errors = new NamedCounts(MAX_NAMES);
  private final NamedCounts servers = new NamedCounts(MAX_NAMES);

  /**
   * @param types the transactions that are recorded
   * @param highestMicros largest time told apart, in microseconds; longer ones count as that
   */
  Window(Collection<TransactionType> types, long highestMicros) {
    this.counts = new Counts(types);
    this.highestMicros = highestMicros;
    this.latenessMicros = newHistogram();
    for (TransactionType type : types) {
      responseMicros.put(type, newHistogram());
    }
  }

  private Histogram newHistogram() {
    return new AtomicHistogram(highestMicros, SIGNIFICANT_DIGITS);
  }

  void recordResponse(TransactionType type, long micros) {
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

  Histogram responseMicros(TransactionType type) {
    return responseMicros.get(type);
  }

  Histogram latenessMicros() {
    return latenessMicros;
  }
}
