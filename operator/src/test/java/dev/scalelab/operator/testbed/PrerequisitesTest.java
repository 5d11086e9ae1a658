package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.ClusterFacts.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Violations that are found before anything is created. */
class PrerequisitesTest {
  private static final List<Node> NODES =
      List.of(node("a", "app", true), node("d", "database", true), node("l", "load", true));

  @Test
  void aClusterThatHasEverything() {
    assertThat(violations(facts(true, NODES))).isEmpty();
  }

  @Test
  void cloudNativePgIsNotInstalled() {
    assertThat(violations(facts(false, NODES)))
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
    ScalabilityExperiment cart = Experiments.cart("default");

    assertThat(violations(cart, facts(false, nodes))).isEmpty();
  }

  @Test
  void aToleratedTaintExcludesNoPod() {
    Taint lab =
        new TaintBuilder().withKey("dedicated").withValue("lab").withEffect("NoSchedule").build();
    Node tainted = new Node("a", Map.of("scalelab.dev/role", "app"), true, List.of(lab), Map.of());
    List<Node> nodes = List.of(tainted, NODES.get(1), NODES.get(2));
    String toleration =
        "system: {application: {pod: {tolerations: [{key: dedicated, %s, effect: NoSchedule}]}}}";

    assertThat(violations(facts(true, nodes))).hasSize(1);
    for (String tolerated : List.of("operator: Exists", "operator: Equal, value: lab")) {
      var experiment =
          Experiments.with(Experiments.small("default"), toleration.formatted(tolerated));
      assertThat(violations(experiment, facts(true, nodes))).isEmpty();
    }
    var other =
        Experiments.with(Experiments.small("default"), toleration.formatted("value: other"));
    assertThat(violations(other, facts(true, nodes))).hasSize(1);
  }

  @Test
  void aRequiredNodeAffinityThatAllowsNoNodeOfTheLabels() {
    var experiment =
        Experiments.with(
            Experiments.small("default"),
            """
            system:
              application:
                pod:
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: Exists}]}]
            """);

    assertThat(violations(experiment, facts(true, NODES)))
        .containsExactly(
            new Violation(
                "spec.system.application.pod.affinity.nodeAffinity",
                Reason.NO_MATCHING_NODE,
                "the required node affinity allows none of the nodes with the labels scalelab.dev/role=app: a"));
  }

  @Test
  void nodesThatAreCreatedOnDemandAreExpectedAndBarNothing() {
    var plan = Planner.plan("small", Experiments.small("default").getSpec());
    List<Node> nodes = List.of(node("a", "app", false), NODES.get(1));

    assertThat(Prerequisites.violations(Parts.TOPOLOGY, plan, facts(true, nodes), true))
        .extracting(Violation::field, Violation::reason, Violation::blocksStart)
        .containsExactly(
            tuple("spec.system.application.pod.nodeSelector", Reason.NODES_EXPECTED, false),
            tuple("spec.system.balancer.pod.nodeSelector", Reason.NODES_EXPECTED, false),
            tuple("spec.load.generators.pod.nodeSelector", Reason.NODES_EXPECTED, false));
    assertThat(Prerequisites.violations(Parts.TOPOLOGY, plan, facts(false, nodes), true))
        .as("what else is missing still keeps it from starting")
        .filteredOn(Violation::blocksStart)
        .extracting(Violation::reason)
        .containsExactly(Reason.CLOUDNATIVEPG_MISSING);
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
            "every node with the labels scalelab.dev/role=app is not Ready, cordoned or has a taint that is not tolerated: a"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nodes")
  void noNodeForTheServers(String name, List<Node> nodes, String message) {
    assertThat(violations(facts(true, nodes)))
        .containsExactly(
            new Violation(
                "spec.system.application.pod.nodeSelector", Reason.NO_MATCHING_NODE, message));
  }

  @Test
  void noNodeHasTheLabelAtAll() {
    List<Violation> found =
        violations(facts(true, List.of(new Node("n", Map.of(), true, List.of(), Map.of()))));
    assertThat(found)
        .extracting(Violation::field)
        .containsExactly(
            "spec.system.databases[main].pod.nodeSelector",
            "spec.system.application.pod.nodeSelector",
            "spec.system.balancer.pod.nodeSelector",
            "spec.load.generators.pod.nodeSelector");
    assertThat(found.get(0).message())
        .endsWith(
            "no node has scalelab.dev/role: kubectl label node NAME scalelab.dev/role=database");
  }

  private static final String TWO =
      """
      system:
        databases:
          - {name: orders, domains: [Customer, Corporate]}
          - {name: plant, domains: [Manufacturing, Supplier], pod: {nodeSelector: %s}}
      """;

  @Test
  void eachDatabaseNeedsANode() {
    ScalabilityExperiment two =
        Experiments.with(Experiments.small("default"), TWO.formatted("{disk: fast}"));

    assertThat(violations(two, facts(true, NODES)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.field()).isEqualTo("spec.system.databases[plant].pod.nodeSelector");
              assertThat(found.reason()).isEqualTo(Reason.NO_MATCHING_NODE);
            });
  }

  static Stream<Arguments> rooms() {
    String large = "].cpu: the largest of its nodes has 0.8, and it requests 1";
    String together =
        ": its nodes have %s in total, and %s are requested by its instance and the databases before it";
    return Stream.of(
        arguments("both fit", List.of(room("2", "2Gi")), List.of()),
        arguments("one on each", List.of(room("1", "1Gi"), room("1", "1Gi")), List.of()),
        arguments(
            "neither fits",
            List.of(room("800m", "2Gi")),
            List.of("orders" + large, "plant" + large)),
        arguments(
            "one fits",
            List.of(room("1500m", "2Gi")),
            List.of("plant].cpu" + together.formatted("1.5", "2"))),
        arguments(
            "too little memory for both",
            List.of(room("4", "768Mi")),
            List.of("plant].memory" + together.formatted("768Mi", "1024Mi"))),
        arguments("a node that does not say", List.of(Map.of()), List.of()));
  }

  @Test
  void everyInstanceOfADatabaseNeedsRoom() {
    List<Node> nodes =
        List.of(NODES.get(0), NODES.get(2), node("d", "database", true, room("2500m", "4Gi")));
    ScalabilityExperiment three =
        Experiments.with(
            Experiments.small("default"), "system: {databases: [{name: main, instances: 3}]}");

    assertThat(violations(three, facts(true, nodes)))
        .singleElement()
        .hasToString(
            "spec.system.databases[main].cpu: its nodes have 2.5 in total, and 3 are requested by its"
                + " 3 instances and the databases before it");
  }

  @Test
  void aDatabaseNeedsRoomOnTheNodesThatItsAffinityAllows() {
    List<Node> nodes =
        List.of(
            NODES.get(0),
            NODES.get(2),
            node("large", "database", true, room("4", "8Gi")),
            node("small", "database", true, room("800m", "8Gi")));
    ScalabilityExperiment small =
        Experiments.with(
            Experiments.small("default"),
            """
            system:
              databases:
                - name: main
                  pod:
                    affinity:
                      nodeAffinity:
                        requiredDuringSchedulingIgnoredDuringExecution:
                          nodeSelectorTerms:
                            - matchFields: [{key: metadata.name, operator: In, values: [small]}]
            """);

    assertThat(violations(small, facts(true, nodes)))
        .singleElement()
        .hasToString(
            "spec.system.databases[main].cpu: the largest of its nodes has 0.8, and it requests 1");
  }

  private static Map<String, Quantity> room(String cpu, String memory) {
    return Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rooms")
  void databasesNeedRoomOnTheirNodes(
      String name, List<Map<String, Quantity>> rooms, List<String> messages) {
    List<Node> nodes = new ArrayList<>(List.of(NODES.get(0), NODES.get(2)));
    rooms.forEach(room -> nodes.add(node("d" + nodes.size(), "database", true, room)));
    ScalabilityExperiment two =
        Experiments.with(
            Experiments.small("default"), TWO.formatted("{scalelab.dev/role: database}"));

    assertThat(violations(two, facts(true, nodes)))
        .allSatisfy(found -> assertThat(found.reason()).isEqualTo(Reason.NODES_TOO_SMALL))
        .extracting(Violation::toString)
        .containsExactlyElementsOf(
            messages.stream().map(message -> "spec.system.databases[" + message).toList());
  }

  private static List<Violation> violations(ClusterFacts facts) {
    return violations(Experiments.small("default"), facts);
  }

  private static List<Violation> violations(ScalabilityExperiment experiment, ClusterFacts facts) {
    return Prerequisites.violations(
        Parts.TOPOLOGY, Planner.plan("small", experiment.getSpec()), facts, false);
  }

  private static ClusterFacts facts(boolean cloudNativePg, List<Node> nodes) {
    Set<String> served =
        cloudNativePg ? Set.of(ClusterFacts.kind(DatabaseManifest.RESOURCE)) : Set.of();
    return new ClusterFacts(served, nodes, null);
  }

  private static Node node(String name, String role, boolean schedulable) {
    return node(name, role, schedulable, Map.of());
  }

  private static Node node(
      String name, String role, boolean schedulable, Map<String, Quantity> allocatable) {
    return new Node(name, Map.of("scalelab.dev/role", role), schedulable, List.of(), allocatable);
  }
}
