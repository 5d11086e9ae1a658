package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks what a cluster is missing for an experiment, before anything is created. */
final class Prerequisites {
  /** Names in a message. */
  private static final int SHOWN = 8;

  private final Topology topology;
  private final Configuration configuration;
  private final ClusterFacts facts;
  private final boolean nodesOnDemand;
  private final List<Violation> found = new ArrayList<>();

  /** Whether a node takes pods with these settings; the same for all systems of a plan. */
  private final Map<PodSettings, Boolean> placeable;

  /** What is missing for components, by what it depends on. */
  private final Map<List<Object>, List<Violation>> missing;

  private Prerequisites(
      Topology topology,
      Configuration configuration,
      ClusterFacts facts,
      boolean nodesOnDemand,
      Map<PodSettings, Boolean> placeable,
      Map<List<Object>, List<Violation>> missing) {
    this.missing = missing;
    this.topology = topology;
    this.placeable = placeable;
    this.configuration = configuration;
    this.facts = facts;
    this.nodesOnDemand = nodesOnDemand;
  }

  /**
   * Everything that is missing for any of the systems, each violation once.
   *
   * @param nodesOnDemand whether the cluster creates nodes for pending pods: then missing nodes do
   *     not keep the experiment from starting
   */
  static List<Violation> violations(
      Topology topology, Plan plan, ClusterFacts facts, boolean nodesOnDemand) {
    Map<Violation, Violation> all = new LinkedHashMap<>();
    Map<PodSettings, Boolean> placeable = new HashMap<>();
    Map<List<Object>, List<Violation>> missing = new HashMap<>();
    for (Configuration system : plan.systems()) {
      List<Violation> broken =
          new Prerequisites(topology, system, facts, nodesOnDemand, placeable, missing).check();
      for (Violation found : broken) {
        all.putIfAbsent(found, found.at(system.field(found.field())));
      }
    }
    return List.copyOf(all.values());
  }

  private List<Violation> check() {
    for (Component component : topology.of(configuration)) {
      found.addAll(
          missing.computeIfAbsent(
              List.of(component.name(), component.missingDependsOn(configuration)),
              any -> component.missing(configuration, facts)));
      component
          .podGroups(configuration)
          .forEach(group -> checkNode(group.settingsField(), group.settings()));
    }
    return found;
  }

  private void checkNode(String field, PodSettings pod) {
    if (placeable.computeIfAbsent(pod, any -> !facts.usable(any).isEmpty())) {
      return;
    }
    Map<String, String> selector = pod.nodeSelector();
    List<ClusterFacts.Node> matching =
        facts.nodes().stream().filter(node -> node.hasLabels(selector)).toList();
    List<ClusterFacts.Node> selected =
        matching.stream().filter(node -> node.selectedBy(pod)).toList();
    if (selected.isEmpty() && !matching.isEmpty()) {
      nodeIsMissing(
          field + ".affinity.nodeAffinity",
          "the required node affinity allows none of the nodes with the labels %s: %s"
              .formatted(text(selector), names(matching)));
      return;
    }
    nodeIsMissing(
        field + ".nodeSelector",
        matching.isEmpty()
            ? "no node has the labels %s; %s".formatted(text(selector), existing(selector))
            : "every node with the labels %s is not Ready, cordoned or has a taint that is not tolerated: %s"
                .formatted(text(selector), names(selected)));
  }

  private void nodeIsMissing(String field, String message) {
    found.add(
        new Violation(
            field, nodesOnDemand ? Reason.NODES_EXPECTED : Reason.NO_MATCHING_NODE, message));
  }

  private static String names(List<ClusterFacts.Node> nodes) {
    return some(nodes.stream().map(ClusterFacts.Node::name));
  }

  /** The first few, sorted: a cluster may have thousands of nodes. */
  private static String some(Stream<String> texts) {
    List<String> all = texts.distinct().sorted().toList();
    String first = String.join(", ", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() <= SHOWN ? first : first + " and %d more".formatted(all.size() - SHOWN);
  }

  /** The values of the requested label keys on nodes: the right one is often among them. */
  private String existing(Map<String, String> selector) {
    return selector.keySet().stream()
        .sorted()
        .map(
            key -> {
              String values =
                  some(
                      facts.nodes().stream()
                          .map(node -> node.labels().get(key))
                          .filter(Objects::nonNull));
              return values.isEmpty()
                  ? "no node has %s: kubectl label node NAME %s=%s"
                      .formatted(key, key, selector.get(key))
                  : "nodes have %s: %s".formatted(key, values);
            })
        .collect(Collectors.joining("; "));
  }

  static String text(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
