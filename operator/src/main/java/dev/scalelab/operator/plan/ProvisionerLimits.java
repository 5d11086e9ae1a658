package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import java.util.ArrayList;
import java.util.List;

/** What the provisioners of configurations cannot express of them. Pure. */
final class ProvisionerLimits {
  private ProvisionerLimits() {}

  /** Removes the configurations that cannot be expressed; what breaks the first. */
  static List<Violation> removeRefused(List<Configuration> configurations) {
    List<List<Violation>> found = new ArrayList<>();
    configurations.removeIf(
        one -> {
          List<Violation> broken = violations(one);
          if (!broken.isEmpty()) {
            found.add(broken);
          }
          return !broken.isEmpty();
        });
    return found.stream().findFirst().orElse(List.of());
  }

  /**
   * How a field of a pod's settings requests nothing, wherever it comes from: leaving it out means
   * the chart's default.
   */
  static String remedy(String podField) {
    return switch (podField) {
      case "nodeSelector" -> "set it to {}, so that servers may run on any node";
      case "affinity", "annotations" -> "set it to {}";
      case "priorityClassName" -> "set it to \"\"";
      default -> "set it to []";
    };
  }

  private static List<Violation> violations(Configuration one) {
    List<Violation> found = new ArrayList<>();
    if (one.application().provisioner() == Provisioner.WILD_FLY_SERVER) {
      found.addAll(orStatefulSet("application", WildFlyServerLimits.violations(one)));
    }
    if (one.remoteState() != null && one.remoteState().provisioner() == Provisioner.INFINISPAN) {
      found.addAll(orStatefulSet("remote", InfinispanLimits.violations(one)));
    }
    return found;
  }

  /** With the other remedy; a name that is too long is refused with the length that it may have. */
  private static List<Violation> orStatefulSet(String of, List<Violation> limits) {
    return limits.stream()
        .map(
            limit ->
                limit.reason() == Reason.NAME_TOO_LONG
                    ? limit
                    : new Violation(
                        limit.field(),
                        limit.reason(),
                        "%s, or set %s.provisioner to StatefulSet".formatted(limit.message(), of)))
        .toList();
  }
}
