package dev.scalelab.benchmark.ecperf.corporate.domain;

import java.util.Optional;

/** All customers. */
public interface Customers {

  /** The customer of this id. */
  Optional<Customer> find(int id);
}
