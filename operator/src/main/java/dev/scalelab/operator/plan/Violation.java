package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One rule that is broken by a spec, or by the cluster on which it should run.
 *
 * @param field path of the field, as spec.sweep.replicas; empty if no field is the cause
 * @param reason the rule's name
 * @param message the rule and what was found instead
 */
public record Violation(String field, Reason reason, String message) {
  /** Whether it keeps the experiment from starting. */
  public boolean blocksStart() {
    return reason != Reason.NODES_EXPECTED;
  }

  /** The same at another path. */
  public Violation at(String otherField) {
    return new Violation(otherField, reason, message);
  }

  /** Several violations in one line. */
  public static String text(List<Violation> violations) {
    return violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
  }

  @Override
  public String toString() {
    return field.isEmpty() ? message : field + ": " + message;
  }
}
