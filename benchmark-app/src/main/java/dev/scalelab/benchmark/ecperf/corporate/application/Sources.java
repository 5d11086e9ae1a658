package dev.scalelab.benchmark.ecperf.corporate.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;

/** Where parts come from, for the other domains. */
public interface Sources {

  /**
   * The id of the part's supplier, by which the other domains refer to the supplier.
   *
   * @throws UnknownIdException if no part has this id
   */
  int supplierOf(int partId);
}
