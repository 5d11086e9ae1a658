package dev.scalelab.operator.testbed;

import dev.scalelab.operator.plan.Configuration;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;

/** The environment variables that the operator sets for application servers. */
public final class DeployedVariables {
  private DeployedVariables() {}

  /** Their names, without those that the experiment itself adds. */
  public static List<String> names(Configuration configuration) {
    var env = configuration.application().env();
    return configuration.serverGroups().stream()
        .flatMap(
            group ->
                ServerEnvironment.of(configuration, group, "app.default.svc.cluster.local")
                    .stream())
        .map(EnvVar::getName)
        .distinct()
        .filter(name -> env == null || env.stream().noneMatch(own -> own.name().equals(name)))
        .toList();
  }
}
