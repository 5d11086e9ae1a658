package dev.scalelab.benchmark.ecperf.supplier.domain;

import java.time.Duration;

/** The connection to the suppliers. */
public interface OutsideSupplier {

  /** A supplier's decision. */
  enum Decision {
    /** It will deliver. */
    ACCEPTED,
    /** It will not deliver. */
    REFUSED,
    /** No answer, or an invalid one. */
    NONE
  }

  /**
   * A supplier's answer to a purchase order.
   *
   * @param within the time from now in which it will deliver; null unless it will deliver
   */
  record Answer(Decision decision, Duration within) {

    /** No answer, or an invalid one. */
    public static final Answer NONE = new Answer(Decision.NONE, null);

    /** It will not deliver. */
    public static final Answer REFUSED = new Answer(Decision.REFUSED, null);

    /** It will deliver within this time. */
    public static Answer accepted(Duration within) {
      return new Answer(Decision.ACCEPTED, within);
    }
  }

  /** Whether a supplier is configured. */
  boolean isKnown();

  /** Sends a purchase order, and waits up to a few seconds for the answer. */
  Answer send(PurchaseOrder order);
}
