package dev.scalelab.load.profile;

/** A business transaction that is told apart from others: what one arriving user does. */
public interface TransactionKind {

  /** The name used in settings, records and metrics; unique within its workload. */
  String label();
}
