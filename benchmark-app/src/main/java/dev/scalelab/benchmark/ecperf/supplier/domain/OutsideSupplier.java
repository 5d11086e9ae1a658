package dev.scalelab.benchmark.ecperf.supplier.domain;

/** The way to the suppliers. */
public interface OutsideSupplier {

  /** What a supplier says. */
  enum Answer {
    /** It will deliver. */
    ACCEPTED,
    /** It will not. */
    REFUSED,
    /** Nothing, or nothing of use. */
    NONE
  }

  /** Sends a purchase order, and waits a few seconds for the answer. */
  Answer send(PurchaseOrder order);
}
