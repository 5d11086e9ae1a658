package dev.scalelab.load.profile;

/** A kind of business transaction: the actions of one arriving user. */
public interface TransactionKind {

  /** The name used in settings, records and metrics; unique within its workload. */
  String label();
}
