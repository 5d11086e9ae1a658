package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;

/** Orders parts, for the other domains. */
public interface Purchases {

  /**
   * Orders this number of pieces of a part from the part's supplier.
   *
   * @throws UnknownIdException if the part does not exist
   */
  void order(int partId, int pieces);
}
