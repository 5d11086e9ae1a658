package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;

/**
 * One rule that a spec, or the cluster it is to run on, breaks.
 *
 * @param field path of the field, as spec.sweep.replicas
 * @param reason the rule's name
 * @param message the rule and what was found instead
 */
public record Violation(String field, Reason reason, String message) {
  @Override
  public String toString() {
    return field + ": " + message;
  }
}
