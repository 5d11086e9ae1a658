package dev.scalelab.benchmark.ecperf.supplier.domain;

import jakarta.ejb.ApplicationException;
import java.util.UUID;

/** A delivery of an order that the supplier had refused. */
@ApplicationException(rollback = true)
public class NotOrderedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotOrderedException(UUID number) {
    super("purchase order " + number + " was refused by its supplier");
  }
}
