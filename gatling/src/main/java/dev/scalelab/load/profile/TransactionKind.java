package dev.scalelab.load.profile;

/** A kind of business transaction: the actions of one arriving user. */
public interface TransactionKind {

  /** The name used in settings, records and metrics; unique within its workload. */
  String label();

  /** Whether the application stores it under a number that the client gives to it. */
  default boolean isNumbered() {
    return false;
  }
}
