package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.ejb.ApplicationException;

/** A work order's steps come one after the other, each once. */
@ApplicationException(rollback = true)
public class OutOfTurnException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutOfTurnException(Long workOrderId, String next) {
    super("next for work order " + workOrderId + " is " + next);
  }
}
