package dev.scalelab.operator.simulation;

/**
 * The operator's process has ended: an Error, so that code that catches exceptions does not run.
 */
final class Killed extends Error {
  private static final long serialVersionUID = 1;
}
