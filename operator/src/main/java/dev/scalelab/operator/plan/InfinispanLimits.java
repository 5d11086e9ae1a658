package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;
import java.util.List;
import java.util.Set;

/** What an Infinispan resource cannot express of a configuration. Pure. */
final class InfinispanLimits {
  private static final String POD = "spec.system.state.remote.pod.";
  private static final Set<String> INEXPRESSIBLE = Set.of("imagePullSecrets", "annotations");

  private InfinispanLimits() {}

  /** Every field of a configuration with remote state that the resource does not have. */
  static List<Violation> violations(Configuration configuration) {
    return configuration.remoteState().pod().requested().stream()
        .filter(INEXPRESSIBLE::contains)
        .map(
            field ->
                new Violation(
                    configuration.field(POD + field),
                    Reason.SPEC_INVALID,
                    "an Infinispan resource cannot express it: " + ProvisionerLimits.remedy(field)))
        .toList();
  }
}
