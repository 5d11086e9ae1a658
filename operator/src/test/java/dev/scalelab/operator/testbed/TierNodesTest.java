package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.ClusterFacts.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node that two experiments may both use. */
class TierNodesTest {
  private static final Taint DEDICATED = new Taint("NoSchedule", "dedicated", null, "lab");

  private static final String AFFINITY =
      "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
          + " {nodeSelectorTerms: [{matchExpressions: [$1]}]}}}";

  private static final TierNodes NODES =
      new TierNodes(
          List.of(
              new Node("a1", Map.of("role", "app", "zone", "1"), true, List.of(), Map.of()),
              new Node("a2", Map.of("role", "app", "zone", "2"), true, List.of(), Map.of()),
              new Node("cordoned", Map.of("role", "app", "zone", "3"), false, List.of(), Map.of()),
              new Node(
                  "tainted",
                  Map.of("role", "app", "zone", "4"),
                  true,
                  List.of(DEDICATED),
                  Map.of()),
              new Node("l1", Map.of("role", "load", "cores", "8"), true, List.of(), Map.of()),
              new Node("l2", Map.of("role", "load", "cores", "16"), true, List.of(), Map.of()),
              new Node("n", Map.of(), true, List.of(), Map.of())));

  /** All tiers of each experiment have the same pod block. */
  @ParameterizedTest(name = "{0} beside {1}: {2}")
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      textBlock =
          """
          nodeSelector: {role: app}             ; nodeSelector: {role: app}                  ; a1
          nodeSelector: {role: app}             ; nodeSelector: {role: load}                 ; -
          nodeSelector: {role: app, zone: "1"}  ; nodeSelector: {role: app, zone: "2"}       ; -
          nodeSelector: {}                      ; nodeSelector: {role: app, zone: "2"}       ; a2
          'nodeSelector: {zone: "4"}, tolerations: [{operator: Exists}]'; 'nodeSelector: {role: app}, tolerations: [{operator: Exists}]'; tainted
          'nodeSelector: {zone: "4"}, tolerations: [{operator: Exists}]'; nodeSelector: {role: app} ; -
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: cores, operator: Gt, values: ["8"]}'      ; l2
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: cores, operator: Lt, values: ["16"]}'     ; l1
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: role, operator: In, values: [app, load]}' ; l1
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: role, operator: In, values: [app]}'       ; -
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: cores, operator: NotIn, values: ["8"]}'   ; l2
          nodeSelector: {}                      ; 'nodeSelector: {}, @{key: role, operator: DoesNotExist}'            ; n
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: role, operator: Exists}'                  ; l1
          nodeSelector: {role: load}            ; 'nodeSelector: {}, @{key: role, operator: DoesNotExist}'            ; -
          """)
  void sharedNode(String one, String other, String expected) {
    assertThat(NODES.shared(pods(one), pods(other))).isEqualTo(node(expected));
    assertThat(NODES.shared(pods(other), pods(one))).isEqualTo(node(expected));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # node of a pod, shared
          a2,              a2
          cordoned,        -
          l1,              -
          gone,            -
          """)
  void nodeOfAPodThatIsLeft(String node, String expected) {
    Set<PodSettings> pods = pods("nodeSelector: {role: app}");

    assertThat(NODES.sharedNode(pods, Set.of(node))).isEqualTo(node(expected));
  }

  private static Optional<String> node(String name) {
    return Optional.ofNullable(name).map(node -> "the node " + node);
  }

  @ParameterizedTest(name = "{0} beside {1}: {2}")
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      textBlock =
          """
          nodeSelector: {pool: big}               ; nodeSelector: {pool: big}            ; pool=big
          nodeSelector: {pool: big}               ; nodeSelector: {}                     ; pool=big
          nodeSelector: {pool: big}               ; nodeSelector: {role: app}            ; pool=big,role=app
          nodeSelector: {pool: big}               ; nodeSelector: {pool: small}          ; -
          nodeSelector: {pool: big, role: load}   ; nodeSelector: {role: app}            ; -
          nodeSelector: {zone: "3"}               ; nodeSelector: {zone: "3"}            ; zone=3
          nodeSelector: {role: load}              ; 'nodeSelector: {}, @{key: cores, operator: Gt, values: ["many"]}' ; role=load
          """)
  void nodesThatAreToBeCreated(String one, String other, String labels) {
    Optional<String> expected =
        Optional.ofNullable(labels)
            .map("nodes with the labels {%s}, which do not exist yet,"::formatted);

    assertThat(NODES.shared(pods(one), pods(other))).isEqualTo(expected);
    assertThat(NODES.shared(pods(other), pods(one))).isEqualTo(expected);
  }

  private static Set<PodSettings> pods(String pod) {
    String block = "{" + pod.replaceFirst("@(\\{.*})", AFFINITY) + "}";
    return Parts.TOPOLOGY.settings(
        Planner.plan(
            "small",
            Experiments.with(
                    Experiments.cart("default"),
                    """
                    system: {application: {pod: %s}, balancer: {pod: %s}}
                    load: {generators: {pod: %s}}
                    """
                        .formatted(block, block, block))
                .getSpec()));
  }
}
