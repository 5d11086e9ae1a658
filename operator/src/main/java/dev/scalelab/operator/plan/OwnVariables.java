package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.EnvironmentVariable;
import dev.scalelab.operator.api.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rule for variables of a user's own application: in an image whose entry point does not read
 * HEAP, they are the only way to set options for Java, but they must not set another heap or number
 * of processors than the experiment. For ScaleLab's own application the CRD refuses such variables;
 * a schema's rule that reads options within a text would exceed the API server's limits. Pure.
 */
final class OwnVariables {
  private static final String FIELD = "spec.system.application.env";

  private static final Pattern SETS_HEAP =
      Pattern.compile(
          "-(X?m[sx].*|XX:(Max|Min|Initial)(HeapSize|RAM).*|XX:[+]AggressiveHeap|Xoptionsfile=.*"
              + "|XX:(Flags|VMOptionsFile)=.*|XX:[+]ReadVMOptionsFile)");

  private static final String PROCESSORS = "-XX:ActiveProcessorCount";

  private OwnVariables() {}

  /** Removes the configurations that break the rule; the violation of the first of them. */
  static Optional<Violation> removeRefused(List<Configuration> configurations) {
    List<Violation> found = new ArrayList<>();
    configurations.removeIf(
        configuration -> {
          Optional<Violation> broken = violation(configuration);
          broken.ifPresent(found::add);
          return broken.isPresent();
        });
    return found.stream().findFirst();
  }

  private static Optional<Violation> violation(Configuration configuration) {
    ApplicationSpec application = configuration.application();
    if (configuration.workload().ownsApplication() || application.env() == null) {
      return Optional.empty();
    }
    return application.env().stream()
        .filter(variable -> variable.value() != null)
        .flatMap(variable -> broken(variable, application))
        .findFirst()
        .map(words -> new Violation(configuration.field(FIELD), Reason.SPEC_INVALID, words));
  }

  private static Stream<String> broken(EnvironmentVariable variable, ApplicationSpec application) {
    String heap = application.heapMebibytes() + "m";
    String processors = "" + application.wholeCores();
    return Stream.of(variable.value().split("[\\s,]+"))
        .flatMap(option -> broken(option, heap, processors).stream())
        .map(words -> variable.name() + " " + words);
  }

  private static Optional<String> broken(String option, String heap, String processors) {
    if (SETS_HEAP.matcher(option).matches()
        && !List.of("-Xmx" + heap, "-Xms" + heap).contains(option)) {
      return Optional.of(
          "must not set another heap than heap by %s: only -Xmx%s and -Xms%s are allowed"
              .formatted(option, heap, heap));
    }
    return option.startsWith(PROCESSORS) && !option.equals(PROCESSORS + "=" + processors)
        ? Optional.of(
            "must not set another number of processors than cpu by %s: only %s=%s is allowed"
                .formatted(option, PROCESSORS, processors))
        : Optional.empty();
  }
}
