package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.plan.Configuration;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;

/** The agent of each server that reports its load to a balancer with the policy LoadAware. */
final class LoadAgent {
  /** Its port, which only the balancer uses. */
  static final int PORT = 8090;

  private LoadAgent() {}

  /** The variables that start it; none with other policies. */
  static List<EnvVar> environment(Configuration configuration, ApplicationSpec server) {
    return configuration.spec().system().balancer().policy() == BalancingPolicy.LOAD_AWARE
        ? List.of(
            new EnvVar("LOAD_AGENT_PORT", "" + PORT, null),
            new EnvVar(
                "LOAD_AGENT_CORES",
                server.cpu().getNumericalAmount().stripTrailingZeros().toPlainString(),
                null))
        : List.of();
  }
}
