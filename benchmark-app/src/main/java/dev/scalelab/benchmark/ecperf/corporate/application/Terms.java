package dev.scalelab.benchmark.ecperf.corporate.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;

/** The terms of customers, for the other domains. */
public interface Terms {

  /**
   * The customer's current terms.
   *
   * @throws UnknownIdException if no customer has this id
   */
  CustomerTerms of(int customerId);
}
