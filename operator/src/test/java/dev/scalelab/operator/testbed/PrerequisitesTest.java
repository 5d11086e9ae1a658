package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.ClusterFacts.Node;
import dev.scalelab.operator.testbed.ClusterFacts.Quota;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is found before anything is created. The experiment's largest configuration: two servers of
 * 300m (1500m at their start) and 768Mi, a database of 1 and 512Mi, a balancer of 500m and 128Mi,
 * load of 1 and 512Mi.
 */
class PrerequisitesTest {
  private static final List<Node> NODES =
      List.of(node("a", "app", true), node("d", "database", true), node("l", "load", true));

  @Test
  void aClusterThatHasEverything() {
    assertThat(violations(facts(true, NODES, Map.of()))).isEmpty();
  }

  @Test
  void cloudNativePgIsNotInstalled() {
    assertThat(violations(facts(false, NODES, Map.of())))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.reason()).isEqualTo(Reason.CLOUDNATIVEPG_MISSING);
              assertThat(found.message())
                  .contains("postgresql.cnpg.io/v1", "kubectl apply --server-side -f https://");
            });
  }

  @Test
  void aWorkloadWithoutADatabaseNeedsNeitherCloudNativePgNorANodeForIt() {
    List<Node> nodes = List.of(NODES.get(0), NODES.get(2));
    Map<String, Quantity> quota =
        Map.of(
            "pods", new Quantity("4"),
            "services", new Quantity("2"),
            "secrets", new Quantity("0"),
            "count/jobs.batch", new Quantity("2"),
            "count/pods", new Quantity("5"),
            "requests.storage", new Quantity("0"));
    ScalabilityExperiment cart = Experiments.cart("default");

    assertThat(violations(cart, facts(false, nodes, quota))).isEmpty();
    Map<String, Quantity> tooSmall = Map.of("pods", new Quantity("3"));
    assertThat(violations(cart, facts(false, nodes, tooSmall)))
        .extracting(Violation::message)
        .containsExactly(
            "the largest configuration (2 servers, balancer, load) needs 4 pods; quota q has 3 left");
  }

  @Test
  void everyLoadGeneratorNeedsItsShare() {
    ScalabilityExperiment shared = Experiments.shared(Experiments.small("default"), 4);

    assertThat(
            violations(
                shared,
                facts(
                    true,
                    NODES,
                    Map.of(
                        "pods", new Quantity("7"),
                        "limits.cpu", new Quantity("8"),
                        "services", new Quantity("5")))))
        .extracting(Violation::message)
        .containsExactlyInAnyOrder(
            "the largest configuration (2 servers, database, balancer, 4 load generators) needs 8"
                + " pods; quota q has 7 left",
            "the largest configuration (2 servers, database, balancer, 4 load generators) needs"
                + " 8.5 limits.cpu; quota q has 8 left",
            "the largest configuration (2 servers, database, balancer, 4 load generators) needs 6"
                + " services; quota q has 5 left");
  }

  @Test
  void suppliersNeedTheirShare() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    String needs =
        "the largest configuration (2 servers, database, balancer, suppliers, load) needs ";
    Map<String, Quantity> quota =
        Map.of(
            "pods", new Quantity("5"),
            "requests.cpu", new Quantity("3.1"),
            "limits.cpu", new Quantity("5.5"),
            "limits.memory", new Quantity("2688Mi"),
            "services", new Quantity("5"),
            "count/deployments.apps", new Quantity("1"));

    assertThat(violations(ecperf, facts(true, NODES, quota)))
        .extracting(Violation::message)
        .containsExactlyInAnyOrder(
            needs + "6 pods; quota q has 5 left",
            needs + "3.2 requests.cpu; quota q has 3.1 left",
            needs + "6 limits.cpu; quota q has 5.5 left",
            needs + "2816Mi limits.memory; quota q has 2688Mi left",
            needs + "6 services; quota q has 5 left",
            needs + "2 count/deployments.apps; quota q has 1 left");
  }

  static Stream<Arguments> nodes() {
    return Stream.of(
        arguments(
            "another value",
            List.of(node("a", "apps", true), NODES.get(1), NODES.get(2)),
            "no node has the labels scalelab.dev/role=app; nodes have scalelab.dev/role: apps, database, load"),
        arguments(
            "cordoned",
            List.of(node("a", "app", false), NODES.get(1), NODES.get(2)),
            "every node with the labels scalelab.dev/role=app is not Ready, cordoned or tainted: a"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nodes")
  void noNodeForTheServers(String name, List<Node> nodes, String message) {
    assertThat(violations(facts(true, nodes, Map.of())))
        .containsExactly(
            new Violation(
                "spec.system.application.nodeSelector", Reason.NO_MATCHING_NODE, message));
  }

  @Test
  void noNodeHasTheLabelAtAll() {
    List<Violation> found =
        violations(facts(true, List.of(new Node("n", Map.of(), true)), Map.of()));
    assertThat(found)
        .extracting(Violation::field)
        .containsExactly(
            "spec.system.application.nodeSelector",
            "spec.system.database.nodeSelector",
            "spec.system.balancer.nodeSelector",
            "spec.load.nodeSelector");
    assertThat(found.get(0).message())
        .endsWith("no node has scalelab.dev/role: kubectl label node NAME scalelab.dev/role=app");
  }

  static Stream<Arguments> quotas() {
    return Stream.of(
        arguments("pods", "5", null),
        arguments("pods", "4", "5 pods; quota q has 4 left"),
        arguments("requests.cpu", "3100m", null),
        arguments("requests.cpu", "3", "3.1 requests.cpu; quota q has 3 left"),
        arguments("limits.cpu", "5500m", null),
        arguments("limits.cpu", "5", "5.5 limits.cpu; quota q has 5 left"),
        arguments("limits.memory", "2688Mi", null),
        arguments("limits.memory", "2Gi", "2688Mi limits.memory; quota q has 2Gi left"),
        arguments("requests.memory", "2686Mi", null),
        arguments("requests.storage", "500Mi", "1Gi requests.storage; quota q has 500Mi left"),
        arguments("services", "5", null),
        arguments("services", "4", "5 services; quota q has 4 left"),
        arguments("count/services", "4", "5 count/services; quota q has 4 left"),
        arguments("secrets", "3", "4 secrets; quota q has 3 left"),
        arguments("count/statefulsets.apps", "0", "1 count/statefulsets.apps; quota q has 0 left"),
        arguments("count/deployments.apps", "0", "1 count/deployments.apps; quota q has 0 left"),
        arguments("services.nodeports", "0", null));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("quotas")
  void quota(String resource, String left, String message) {
    List<Violation> found = violations(facts(true, NODES, Map.of(resource, new Quantity(left))));
    if (message == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found)
          .containsExactly(
              new Violation(
                  "spec.sweep.replicas",
                  Reason.QUOTA_TOO_SMALL,
                  "the largest configuration (2 servers, database, balancer, load) needs "
                      + message));
    }
  }

  /**
   * A preparation, a warm-up, and two trials of a run each: a reset, a load and an audit. Their
   * pods stay beside servers, database and balancer. Histograms are beside the balancer's ConfigMap
   * and CloudNativePG's.
   */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "count/jobs.batch, 4, repetitions: the experiment with its runs needs 5",
    "count/jobs.batch, 5,",
    "count/pods, 8, repetitions: the experiment with its runs needs 9",
    "count/pods, 9,",
    "configmaps, 3, repetitions: the experiment with its runs needs 4",
    "count/configmaps, 4,",
    "count/scalabilitytrials.scalelab.dev, 1, replicas: the experiment needs 2",
    "count/scalabilitytrials.scalelab.dev, 2,"
  })
  void quotaOfWhatStaysUntilTheEnd(String resource, String left, String message) {
    Map<String, Quantity> quota = Map.of(resource, new Quantity(left));
    assertThat(violations(facts(true, NODES, quota)))
        .extracting(found -> found.field() + ": " + found.message())
        .isEqualTo(
            message == null
                ? List.of()
                : List.of(
                    "spec.%s.%s %s; quota q has %s left"
                        .formatted(
                            message.startsWith("replicas") ? "sweep" : "load",
                            message,
                            resource,
                            left)));
  }

  @Test
  void cloudNativePgMakesItsConfigMapOnce() {
    Quota three = new Quota("q", Map.of("configmaps", new Quantity("3")));
    var there = new ClusterFacts(true, true, NODES, List.of(three), List.of(), true, null);

    assertThat(violations(there)).isEmpty();
  }

  private static List<Violation> violations(ClusterFacts facts) {
    return violations(Experiments.small("default"), facts);
  }

  private static List<Violation> violations(ScalabilityExperiment experiment, ClusterFacts facts) {
    return Prerequisites.violations(
        experiment.getSpec(),
        Planner.plan("small", experiment.getSpec()),
        Experiments.settings(),
        facts);
  }

  private static ClusterFacts facts(
      boolean cloudNativePg, List<Node> nodes, Map<String, Quantity> quota) {
    return new ClusterFacts(
        cloudNativePg, true, nodes, List.of(new Quota("q", quota)), List.of(), false, null);
  }

  private static Node node(String name, String role, boolean usable) {
    return new Node(name, Map.of("scalelab.dev/role", role), usable);
  }
}
