package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.DeployedVariables;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user's variables cannot replace what a field sets: neither those that the operator sets, nor
 * those that the image's launcher, the server's configuration or Java itself reads.
 */
class ServersVariablesOnApiServerTest extends TakenSpecs {
  private static final Path SERVER = Path.of("..", "benchmark-app", "src", "main", "server");

  /** Settings of the image that have no field of their own; the servers report the threads. */
  private static final Set<String> FREE = Set.of("POOL_WAIT_MILLIS", "LARGE_ORDER_PIECES");

  /** Read by the launcher as a variable of the shell, and never from outside. */
  private static final Set<String> OF_THE_SHELL = Set.of("HOME");

  static Stream<String> variablesOfTheLauncher() throws IOException {
    return Stream.concat(
            names("server", "\\$\\{?([A-Z][A-Z_0-9]+)"),
            names("server.cli", "\\$\\{env\\.([A-Z][A-Z_0-9]+)"))
        .filter(name -> !name.endsWith("_")) // the begin of a name that the launcher composes
        .filter(name -> !FREE.contains(name) && !OF_THE_SHELL.contains(name))
        .distinct()
        .sorted();
  }

  private static Stream<String> names(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(SERVER.resolve(file)))
        .results()
        .map((MatchResult found) -> found.group(1));
  }

  @ParameterizedTest
  @MethodSource("variablesOfTheLauncher")
  void whatTheLauncherReadsIsRefused(String name) {
    assertThat(refusal(name)).startsWith("spec.system.application.env: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "IBM_JAVA_OPTIONS",
        "OPENJ9_JAVA_OPTIONS",
        "JAVA_OPTS",
        "JAVA_OPTIONS",
        "PREPEND_JAVA_OPTS",
        "JVM_ARGS",
        "CLASSPATH",
        "LD_PRELOAD",
        "JBOSS_HTTP_PORT"
      })
  void whatJavaAndServersReadIsRefused(String name) {
    assertThat(refusal(name)).startsWith("spec.system.application.env: ");
  }

  @Test
  void whatTheOperatorSetsIsRefusedForEveryWorkload() {
    Set<String> set = new TreeSet<>();
    Stream.of(
            Experiments.small("default"),
            Experiments.cart("default"),
            Experiments.bookstore("default"),
            Experiments.portal("default"),
            Experiments.cells("default"),
            Experiments.ecperf("default"),
            Experiments.custom("default"))
        .map(e -> Planner.plan("small", e.getSpec()).configurations().get(0))
        .forEach(configuration -> set.addAll(DeployedVariables.names(configuration)));

    assertThat(set)
        .contains("HEAP", "DB_HOST", "CART_STATE_BYTES")
        .doesNotContainAnyElementsOf(FREE);
    assertThat(set)
        .allSatisfy(name -> assertThat(refusal(name)).startsWith("spec.system.application.env: "));
  }

  @Test
  void settingsWithoutAFieldAreTaken() {
    assertThat(FREE).allSatisfy(name -> assertThat(refusal(name)).isEmpty());
    assertThat(refusal("REGION")).isEmpty();
  }

  private static String refusal(String name) {
    try {
      taken(
          """
          apiVersion: scalelab.dev/v1alpha1
          kind: ScalabilityExperiment
          metadata: {name: variables}
          spec:
            system: {application: {env: [{name: %s, value: "1"}]}}
            sweep: {replicas: [1]}
            load: {open: {rates: [8]}}
          """
              .formatted(name));
      return "";
    } catch (KubernetesClientException refused) {
      return refused.getStatus().getDetails().getCauses().stream()
          .map(cause -> cause.getField() + ": " + cause.getMessage())
          .collect(Collectors.joining("; "));
    }
  }
}
