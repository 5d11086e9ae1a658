package dev.scalelab.operator.testbed;

import java.util.List;

/** The order of what a trial waits for: the parts of its testbed, then its load, then the audit. */
public final class PartOrder {
  /** What a trial waits for while its load starts. */
  public static final String LOAD = "Load";

  /** What a trial waits for while the rows of a run are counted. */
  public static final String AUDIT = "Audit";

  private PartOrder() {}

  /**
   * Whether one wait comes after another.
   *
   * @param parts names of the parts, first to last; other names come before all of them
   */
  public static boolean after(List<String> parts, String part, String other) {
    return position(parts, part) > position(parts, other);
  }

  private static int position(List<String> parts, String part) {
    return switch (part) {
      case LOAD -> parts.size();
      case AUDIT -> parts.size() + 1;
      default -> parts.indexOf(part);
    };
  }
}
