package dev.scalelab.operator.testbed;

import java.util.List;

/** The order of what a trial waits for: the parts of its testbed, then its load, then the audit. */
public final class ComponentOrder {
  /** What a trial waits for while its load starts. */
  public static final String LOAD = "Load";

  /** What a trial waits for while the rows of a run are counted. */
  public static final String AUDIT = "Audit";

  private ComponentOrder() {}

  /**
   * Whether one wait comes after another.
   *
   * @param parts names of the parts, first to last; other names come before all of them
   */
  public static boolean after(List<String> components, String component, String other) {
    return position(components, component) > position(components, other);
  }

  private static int position(List<String> components, String component) {
    return switch (component) {
      case LOAD -> components.size();
      case AUDIT -> components.size() + 1;
      default -> components.indexOf(component);
    };
  }
}
