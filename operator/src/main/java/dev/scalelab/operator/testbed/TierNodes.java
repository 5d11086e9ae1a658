package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The nodes of a cluster, and those that the tiers of an experiment may use. */
public final class TierNodes {
  /** Mostly there are few: experiments of a team have the same pod settings. */
  private static final int MAX_PAIRS = 5000;

  private final List<ClusterFacts.Node> nodes;

  /** Many experiments have the same settings, and a cluster may have thousands of nodes. */
  private final Map<PodSettings, Set<String>> usable = new ConcurrentHashMap<>();

  private final Map<List<Set<PodSettings>>, Optional<String>> both = new ConcurrentHashMap<>();

  TierNodes(List<ClusterFacts.Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * A node that pods with settings of both kinds may use, or nodes that both may use once they are
   * created; empty if there are none.
   */
  public Optional<String> shared(Set<PodSettings> one, Set<PodSettings> other) {
    if (both.size() > MAX_PAIRS) {
      both.clear();
    }
    return both.computeIfAbsent(
        List.of(one, other), key -> sharedNode(one, usable(other)).or(() -> expected(one, other)));
  }

  /** One of these nodes that pods with the settings may use; empty if they may use none of them. */
  public Optional<String> sharedNode(Set<PodSettings> settings, Set<String> names) {
    return usable(settings).stream()
        .filter(names::contains)
        .findFirst()
        .map(name -> "the node " + name);
  }

  /** Names of the nodes that any of the pods may use, sorted. */
  private Set<String> usable(Set<PodSettings> settings) {
    return settings.stream()
        .flatMap(pod -> usable(pod).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names of the nodes that a pod with these settings may use. */
  Set<String> usable(PodSettings pod) {
    return usable.computeIfAbsent(
        pod,
        key ->
            nodes.stream()
                .filter(node -> node.usable(pod))
                .map(ClusterFacts.Node::name)
                .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * The nodes that pods with these settings may use, with their sizes: a waiting experiment has to
   * be looked at again when it changes.
   */
  public int outlook(Set<PodSettings> settings) {
    return settings.stream()
        .mapToInt(
            pod ->
                nodes.stream()
                    .filter(node -> usable(pod).contains(node.name()))
                    .mapToInt(node -> Objects.hash(node.name(), node.allocatable()))
                    .sum())
        .sum();
  }

  /**
   * Nodes that will be created for a tier without nodes have at least the labels of its selector.
   */
  private Optional<String> expected(Set<PodSettings> one, Set<PodSettings> other) {
    return one.stream()
        .flatMap(own -> other.stream().flatMap(theirs -> expected(own, theirs).stream()))
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
