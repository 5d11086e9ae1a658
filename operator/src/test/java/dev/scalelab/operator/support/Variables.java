package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.Map;
import java.util.stream.Collectors;

/** The environment variables of a container. */
public final class Variables {
  private Variables() {}

  /** Those with a value in the manifest itself, by name. */
  public static Map<String, String> of(Container container) {
    return container.getEnv().stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }
}
