package dev.scalelab.operator.testbed;

import dev.scalelab.operator.plan.Violation;
import java.util.List;

/**
 * What a check has found so far that the API server is asked for: a reconciliation asks only some
 * of its questions, so that it takes no longer than others.
 *
 * @param violations what was found; empty if nothing was
 * @param complete whether nothing is left to ask
 */
public record Checked(List<Violation> violations, boolean complete) {
  /** Nothing was found, and nothing is left to ask. */
  public static final Checked PASSED = found(List.of());

  /** Nothing was found yet, and more has to be asked. */
  public static final Checked INCOMPLETE = new Checked(List.of(), false);

  /** This is what was found, and nothing else is asked. */
  public static Checked found(List<Violation> violations) {
    return new Checked(List.copyOf(violations), true);
  }
}
