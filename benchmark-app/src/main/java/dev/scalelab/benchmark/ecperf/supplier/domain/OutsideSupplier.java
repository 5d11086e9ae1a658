package dev.scalelab.benchmark.ecperf.supplier.domain;

import java.time.Duration;

/** The way to the suppliers. */
public interface OutsideSupplier {

  /** What a supplier says. */
  enum Decision {
    /** It will deliver. */
    ACCEPTED,
    /** It will not. */
    REFUSED,
    /** Nothing, or nothing of use. */
    NONE
  }

  /**
   * What a supplier says to a purchase order.
   *
   * @param within the time from now in which it will deliver; null unless it will
   */
  record Answer(Decision decision, Duration within) {

    /** Nothing, or nothing of use. */
    public static final Answer NONE = new Answer(Decision.NONE, null);

    /** It will not deliver. */
    public static final Answer REFUSED = new Answer(Decision.REFUSED, null);

    /** It will deliver within this time. */
    public static Answer accepted(Duration within) {
      return new Answer(Decision.ACCEPTED, within);
    }
  }

  /** Whether there is one to send to. */
  boolean isKnown();

  /** Sends a purchase order, and waits a few seconds for the answer. */
  Answer send(PurchaseOrder order);
}
