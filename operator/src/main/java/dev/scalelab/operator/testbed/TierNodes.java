package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The nodes of a cluster, and those that the tiers of an experiment may use. */
public final class TierNodes {
  private final List<ClusterFacts.Node> nodes;

  TierNodes(List<ClusterFacts.Node> nodes) {
    this.nodes = nodes;
  }

  /** Pod settings of each tier, by their field. */
  static Map<String, PodSettings> pods(Configuration configuration) {
    SystemSpec system = configuration.spec().system();
    Map<String, PodSettings> pods = new LinkedHashMap<>();
    pods.put("spec.system.application.pod", system.application().pod());
    configuration
        .databases()
        .forEach(database -> pods.put(database.field() + ".pod", database.spec().pod()));
    pods.put("spec.system.balancer.pod", system.balancer().pod());
    pods.put("spec.load.generators.pod", configuration.load().generators().pod());
    return pods;
  }

  /**
   * A node that two experiments may use, or nodes that both may use once they are created; empty if
   * there are none.
   */
  public Optional<String> shared(Plan one, Plan other) {
    return shared(one, usable(other)).or(() -> expected(one, other));
  }

  /** One of these nodes that an experiment may use; empty if it may use none of them. */
  public Optional<String> shared(Plan plan, Set<String> names) {
    return usable(plan).stream()
        .filter(names::contains)
        .findFirst()
        .map(name -> "the node " + name);
  }

  /** Names of the nodes that any tier may use. */
  private Set<String> usable(Plan plan) {
    return allPods(plan).stream()
        .flatMap(pod -> usable(pod).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> usable(PodSettings pod) {
    return nodes.stream()
        .filter(node -> node.usable(pod))
        .map(ClusterFacts.Node::name)
        .collect(Collectors.toSet());
  }

  private static Set<PodSettings> allPods(Plan plan) {
    return plan.configurations().stream()
        .flatMap(configuration -> pods(configuration).values().stream())
        .collect(Collectors.toSet());
  }

  /**
   * Nodes that will be created for a tier without nodes have at least the labels of its selector.
   */
  private Optional<String> expected(Plan one, Plan other) {
    return allPods(one).stream()
        .flatMap(own -> allPods(other).stream().flatMap(theirs -> expected(own, theirs).stream()))
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  private Optional<String> expected(PodSettings one, PodSettings other) {
    if (!usable(one).isEmpty() && !usable(other).isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> both = new TreeMap<>(one.nodeSelector());
    both.putAll(other.nodeSelector());
    boolean possible = both.entrySet().containsAll(one.nodeSelector().entrySet());
    return possible
        ? Optional.of(
            "nodes with the labels {%s}, which do not exist yet,"
                .formatted(Prerequisites.text(both)))
        : Optional.empty();
  }
}
