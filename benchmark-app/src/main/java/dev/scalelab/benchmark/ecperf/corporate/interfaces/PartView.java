package dev.scalelab.benchmark.ecperf.corporate.interfaces;

import dev.scalelab.benchmark.ecperf.corporate.domain.Part;

/** A part and its supplier as JSON. */
public record PartView(int partId, String name, int supplierId, String supplier) {

  static PartView of(Part part) {
    return new PartView(
        part.getId(), part.getName(), part.getSupplier().getId(), part.getSupplier().getName());
  }
}
