package dev.scalelab.benchmark.ecperf.corporate.domain;

import java.util.Optional;

/** All parts. */
public interface Parts {

  /** The part of this id with its supplier. */
  Optional<Part> find(int id);
}
