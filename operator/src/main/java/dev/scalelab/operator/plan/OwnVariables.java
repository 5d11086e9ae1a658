package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.EnvironmentVariable;
import dev.scalelab.operator.api.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
          "-(X?m[sx][0-9$].*|XX:(Max|Min|Initial)(HeapSize|RAM).*|XX:[+]AggressiveHeap|Xoptionsfile=.*"
              + "|XX:(Flags|VMOptionsFile)=.*|XX:[+]ReadVMOptionsFile)");

  private static final String PROCESSORS = "-XX:ActiveProcessorCount";

  /**
   * Names of variables with options for Java, in which @ names a file with further ones. Arguments
   * of the application are its own matter.
   */
  private static final Pattern HAS_OPTIONS =
      Pattern.compile(".*(JAVA|JVM|JDK|JRE|OPTIONS|OPTS|FLAGS).*");

  /** Java removes them wherever they are, as a shell does. */
  private static final Pattern QUOTES = Pattern.compile("[\"']");

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
    if (configuration.workload().usesBundledApplication() || application.env() == null) {
      return Optional.empty();
    }
    return application.env().stream()
        .filter(variable -> variable.value() != null)
        .flatMap(variable -> broken(variable, application))
        .findFirst()
        .map(message -> new Violation(configuration.field(FIELD), Reason.SPEC_INVALID, message));
  }

  private static Stream<String> broken(EnvironmentVariable variable, ApplicationSpec application) {
    String heap = application.heapMebibytes() + "m";
    String processors = "" + application.wholeCores();
    Optional<String> collector = Collectors.named(application.jvmOptions());
    boolean options = HAS_OPTIONS.matcher(variable.name().toUpperCase(Locale.ROOT)).matches();
    return Stream.of(QUOTES.matcher(variable.value()).replaceAll("").split("[\\s,]+"))
        .flatMap(
            option ->
                broken(option, heap, processors)
                    .or(() -> otherCollector(option, collector))
                    .or(() -> file(option, options))
                    .stream())
        .map(message -> variable.name() + " " + message);
  }

  /** Java does not start with two collectors; one alone is a matter of the application. */
  private static Optional<String> otherCollector(String option, Optional<String> requested) {
    Optional<String> named = Collectors.named(List.of(option));
    return named.isPresent() && requested.isPresent() && !named.equals(requested)
        ? Optional.of(
            "must not name another garbage collector than jvmOptions by %s".formatted(option))
        : Optional.empty();
  }

  private static Optional<String> file(String option, boolean options) {
    return options && option.startsWith("@")
        ? Optional.of("must not name a file with further options (%s)".formatted(option))
        : Optional.empty();
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
