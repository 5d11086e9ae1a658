package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Waiting;
import java.util.List;

/** The order of what a trial waits for: the parts of its testbed, then its load, then the audit. */
public final class ComponentOrder {
  /** What a trial waits for while its load starts. */
  public static final String LOAD = "Load";

  /** What a trial waits for while the rows of a run are counted. */
  public static final String AUDIT = "Audit";

  /** What a trial waits for when its testbed was lost before a load. */
  public static final String NEW_SERVERS = "NewServers";

  private ComponentOrder() {}

  /**
   * Whether one wait comes after another.
   *
   * @param components names of the components, first to last; other names come before all of them
   */
  public static boolean after(List<String> components, String component, String other) {
    return position(components, component) > position(components, other);
  }

  /**
   * Whether a trial has reached a later component.
   *
   * @param furthest what it waits for, or waited for last; null if it has waited for nothing yet
   */
  public static boolean isBeyond(List<String> components, Waiting furthest, String component) {
    return furthest != null && after(components, furthest.part(), component);
  }

  private static int position(List<String> components, String component) {
    return switch (component) {
      case LOAD -> components.size();
      case AUDIT -> components.size() + 1;
      default -> components.indexOf(component);
    };
  }
}
