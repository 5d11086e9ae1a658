package dev.scalelab.benchmark.ecperf.supplier.application;

/** Whoever has ordered parts, and hears of what becomes of them. */
public interface Buyer {

  /** The pieces have come. */
  void delivered(int partId, int pieces);

  /** The pieces will not come. */
  void refused(int partId, int pieces);
}
