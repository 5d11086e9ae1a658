package dev.scalelab.benchmark.ecperf.supplier.application;

/** The domain that has ordered parts, and is notified of their delivery or refusal. */
public interface Buyer {

  /** The pieces have arrived. */
  void delivered(int partId, int pieces);

  /** The pieces will not arrive. */
  void refused(int partId, int pieces);
}
