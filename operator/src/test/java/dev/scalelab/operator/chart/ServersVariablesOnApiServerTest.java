package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.DeployedVariables;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private static final Path MAIN = Path.of("..", "benchmark-app", "src", "main");
  private static final Path SERVER = MAIN.resolve("server");
  private static final Path START =
      MAIN.resolve(Path.of("java", "dev", "scalelab", "benchmark", "start"));

  /** Settings of the image that have no field of their own; the servers report the threads. */
  private static final Set<String> FREE = Set.of("POOL_WAIT_MILLIS", "LARGE_ORDER_PIECES");

  /** In the table of the program that prepares a server's start. */
  private static final Pattern SETTING = Pattern.compile("(?m)^  ([A-Z][A-Z_0-9]+)\\(\"");

  /** Those that the program itself sets, whose names are not composed. */
  private static final Pattern SET =
      Pattern.compile("\\.(?:set|copy)\\(\\s*\"([A-Z][A-Z_0-9]*[A-Z0-9])\"");

  private static final Path TESTBED =
      Path.of("src", "main", "java", "dev", "scalelab", "operator", "testbed");

  /** Names in the classes that set the variables of a server. */
  private static final Pattern OF_THE_OPERATOR = Pattern.compile("\"([A-Z][A-Z_]+)\"");

  private static final String REFUSED = "spec.system.application.env: ";

  private static final String BUNDLED =
      "system: {application: {env: [{name: %s, value: '1'}]}}, load: {open: {rates: [8]}}";

  private static final String CUSTOM =
      "workload: {type: Custom, mix: {look: 1}},"
          + " system: {application: {image: shop, env: [{name: %s, value: '1'}]}},"
          + " load: {open: {rates: [8]}, generators: {image: shop-load}}";

  private static final Pattern OF_THE_SCRIPT = Pattern.compile("\\$\\{?([A-Z][A-Z_0-9]+)");
  private static final Pattern OF_THE_SERVER = Pattern.compile("\\$\\{env\\.([A-Z][A-Z_0-9]+)");

  static Stream<String> variablesOfTheLauncher() throws IOException {
    List<String> names = new ArrayList<>(names(SERVER.resolve("server"), OF_THE_SCRIPT));
    names.addAll(names(SERVER.resolve("server.cli"), OF_THE_SERVER));
    names.addAll(names(START.resolve("Setting.java"), SETTING));
    try (Stream<Path> classes = Files.list(START)) {
      for (Path file : classes.toList()) {
        names.addAll(names(file, SET));
      }
    }
    return names.stream().filter(name -> !FREE.contains(name)).distinct().sorted();
  }

  private static List<String> names(Path file, Pattern pattern) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  /** Otherwise the patterns do not fit the files any more. */
  @Test
  void theVariablesAreFound() throws IOException {
    assertThat(variablesOfTheLauncher())
        .as("of the script, the server, the table, and set by the program")
        .contains("SERVER_DIR", "SESSION_COPIES", "WORKLOAD", "NEW_RATIO", "WEB_QUEUE")
        .contains("READS_REPLICAS", "SESSION_MANAGEMENT", "TRANSACTION_LOG_NAME");
  }

  @ParameterizedTest
  @MethodSource("variablesOfTheLauncher")
  void whatTheLauncherReadsIsRefused(String name) {
    assertThat(refusal(name)).startsWith(REFUSED);
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
    assertThat(refusal(name)).startsWith(REFUSED);
  }

  /** Those that the classes name which set them, and those whose names are composed. */
  @Test
  void whatTheOperatorSetsIsRefused() throws IOException {
    Set<String> set = new TreeSet<>();
    for (String file :
        List.of("ServerEnvironment", "LoadAgent", "WorkloadFile", "WildFlyServerManifest")) {
      set.addAll(names(TESTBED.resolve(file + ".java"), OF_THE_OPERATOR));
    }
    Stream.of(
            Experiments.small("default"),
            with(Experiments.small("default"), "{name: main, perServer: true}"),
            with(Experiments.small("default"), "{name: main, instances: 2, reads: Replicas}"),
            with(Experiments.portal("default"), "{name: a}, {name: b}"),
            Experiments.with(Experiments.cart("default"), "system: {state: {store: Remote}}"),
            Experiments.bookstore("default"),
            Experiments.partitions("default"))
        .forEach(one -> set.addAll(variables(one)));

    assertThat(set)
        .contains("HEAP", "CART_STATE_BYTES", "TIER", "BEANS_URL", "PARTITION", "CELLS_TABLE")
        .contains("DB_HOST", "DB_STORE2_HOST", "DB_READS_HOST", "SERVER_NUMBER", "INFINISPAN_HOST")
        .doesNotContainAnyElementsOf(FREE)
        .allSatisfy(name -> assertThat(refusal(name)).startsWith(REFUSED));
    assertThat(variables(Experiments.custom("default")))
        .contains("HEAP")
        .allSatisfy(name -> assertThat(refusal(name, CUSTOM)).startsWith(REFUSED));
  }

  private static ScalabilityExperiment with(ScalabilityExperiment experiment, String databases) {
    return Experiments.with(experiment, "system: {databases: [%s]}".formatted(databases));
  }

  private static Set<String> variables(ScalabilityExperiment experiment) {
    return Planner.plan("small", experiment.getSpec()).configurations().stream()
        .flatMap(one -> DeployedVariables.names(one).stream())
        .collect(Collectors.toSet());
  }

  @Test
  void settingsWithoutAFieldAreTaken() {
    assertThat(FREE).allSatisfy(name -> assertThat(refusal(name)).isEmpty());
    assertThat(refusal("REGION")).isEmpty();
    assertThat(refusal("TIER", CUSTOM)).isEmpty();
  }

  private static String refusal(String name) {
    return refusal(name, BUNDLED);
  }

  private static String refusal(String name, String spec) {
    try {
      taken(
          """
          apiVersion: scalelab.dev/v1alpha1
          kind: ScalabilityExperiment
          metadata: {name: variables}
          spec: {sweep: {replicas: [1]}, %s}
          """
              .formatted(spec.formatted(name)));
      return "";
    } catch (KubernetesClientException refused) {
      return refused.getStatus().getDetails().getCauses().stream()
          .map(cause -> cause.getField() + ": " + cause.getMessage())
          .collect(Collectors.joining("; "));
    }
  }
}
