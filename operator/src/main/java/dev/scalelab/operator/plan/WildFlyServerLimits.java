package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.CustomSpec;
import dev.scalelab.operator.api.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a WildFlyServer cannot express of a configuration: its pods run where and as
 * wildfly-operator decides. Pure.
 */
final class WildFlyServerLimits {
  private static final String APPLICATION = "spec.system.application.";

  /** The longest name that wildfly-operator derives is that of a service: 63 characters. */
  private static final int LONGEST_NAME = 63 - "-loadbalancer".length();

  /** Beside the port for requests it declares only that of WildFly's management. */
  private static final int MANAGEMENT = 9990;

  private WildFlyServerLimits() {}

  /** Every field of a configuration that a WildFlyServer cannot express, and what to set in it. */
  static List<Violation> violations(Configuration configuration) {
    ApplicationSpec application = configuration.application();
    List<Violation> found = new ArrayList<>();
    application.pod().requested().stream()
        .filter(field -> !field.equals("labels"))
        .map(field -> inexpressible(configuration, "pod." + field, ProvisionerLimits.remedy(field)))
        .forEach(found::add);
    if (application.writableFolders() != null && !application.writableFolders().isEmpty()) {
      found.add(inexpressible(configuration, "writableFolders", "leave it out"));
    }
    metricsPort(configuration.spec().workload().custom()).ifPresent(found::add);
    nameTooLong(configuration).ifPresent(found::add);
    return found;
  }

  private static Violation inexpressible(
      Configuration configuration, String field, String instead) {
    return new Violation(
        configuration.field(APPLICATION + field),
        Reason.SPEC_INVALID,
        "a WildFlyServer cannot express it: " + instead);
  }

  private static Optional<Violation> metricsPort(CustomSpec custom) {
    return custom == null || custom.metricsPort() == null || custom.metricsPort() == MANAGEMENT
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "spec.workload.custom.metricsPort",
                Reason.SPEC_INVALID,
                "a WildFlyServer has metrics on port %d or nowhere: set it to %d"
                    .formatted(MANAGEMENT, MANAGEMENT)));
  }

  private static Optional<Violation> nameTooLong(Configuration configuration) {
    int excess = Partitions.longestName(configuration) - LONGEST_NAME;
    int length = configuration.experiment().length();
    return excess <= 0
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "metadata.name",
                Reason.NAME_TOO_LONG,
                "'%s' has %d characters; at most %d leave room for the names of a WildFlyServer's services of %s"
                    .formatted(
                        configuration.experiment(),
                        length,
                        length - excess,
                        configuration.shortName())));
  }
}
