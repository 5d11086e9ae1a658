package dev.scalelab.benchmark.ecperf.customer.domain;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All items. */
public interface Items {

  /** The item of this id. */
  Optional<Item> find(int id);

  /** The items that have one of these ids, in any order. */
  List<Item> find(Collection<Integer> ids);
}
