package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The store: parts and finished goods. */
public interface Inventory {

  /** The bill of materials of this item. */
  Optional<Assembly> assembly(int itemId);

  /** The stock of these parts, by ascending part id, locked until the transaction ends. */
  List<Stock> lock(Collection<Integer> partIds);

  /** Adds finished pieces of an item. */
  void addFinished(int itemId, int pieces);
}
