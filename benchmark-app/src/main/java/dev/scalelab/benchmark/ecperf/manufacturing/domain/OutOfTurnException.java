package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.ejb.ApplicationException;

/** A work order's steps must be done in order, each once. */
@ApplicationException(rollback = true)
public class OutOfTurnException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutOfTurnException(Long workOrderId, String state) {
    super("work order " + workOrderId + ": " + state);
  }
}
