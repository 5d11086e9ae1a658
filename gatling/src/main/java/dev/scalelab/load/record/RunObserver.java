package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionKind;

/** Is told of what the counts alone cannot show; called by the threads that send, so quick. */
public interface RunObserver {
  /** A transaction started that much later than it was due, in nanoseconds, 0 or more. */
  void started(long latenessNanos);

  /** A transaction finished well that time after its scheduled moment, in nanoseconds. */
  void answered(TransactionKind type, long responseNanos);
}
