package dev.scalelab.load.record;

import dev.scalelab.load.profile.TransactionKind;

/**
 * Receives times that the counts alone do not contain; called by the sending threads, so it must be
 * fast.
 */
public interface RunObserver {
  /** A transaction started with this delay after its scheduled time, in nanoseconds, 0 or more. */
  void started(long latenessNanos);

  /** A transaction succeeded this long after its scheduled time, in nanoseconds. */
  void answered(TransactionKind type, long responseNanos);
}
