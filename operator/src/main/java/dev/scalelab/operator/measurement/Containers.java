package dev.scalelab.operator.measurement;

import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The containers of a testbed whose CPU is reported: a selector of all, and the group of each. */
final class Containers {
  private final String namespace;

  /** The names of each group's pods. */
  private final Map<PodGroup, Pattern> pods = new LinkedHashMap<>();

  Containers(Subject subject) {
    namespace = subject.namespace();
    subject.pods().forEach(group -> pods.put(group, Pattern.compile(group.names())));
  }

  /** Matchers of the labels that the kubelet gives its series of containers. */
  String selector() {
    return selector(group -> true);
  }

  /** The same of one tier. */
  String selector(Tier tier) {
    return selector(group -> group.tier().equals(tier));
  }

  private String selector(Predicate<PodGroup> groups) {
    String containers =
        pods.keySet().stream()
            .filter(groups)
            .map(PodGroup::container)
            .distinct()
            .collect(Collectors.joining("|"));
    return "{namespace=\"%s\",pod=~\"%s\",container=~\"%s\"}"
        .formatted(namespace, names(groups), containers);
  }

  /** Matchers of the series of a tier's networks: a pod has one, whatever its containers. */
  String network(Tier tier) {
    return "{namespace=\"%s\",pod=~\"%s\",interface!=\"lo\"}"
        .formatted(namespace, names(group -> group.tier().equals(tier)));
  }

  private String names(Predicate<PodGroup> groups) {
    return pods.entrySet().stream()
        .filter(entry -> groups.test(entry.getKey()))
        .map(entry -> entry.getValue().pattern())
        .collect(Collectors.joining("|"));
  }

  /**
   * The pods of which a container does the work; empty for any other container, such as a proxy
   * beside it, which is not measured.
   *
   * @param labels those of one of its series
   */
  Optional<PodGroup> group(Map<String, String> labels) {
    String pod = labels.getOrDefault("pod", "");
    return pods.keySet().stream()
        .filter(group -> group.container().equals(labels.get("container")))
        .filter(group -> pods.get(group).matcher(pod).matches())
        .findFirst();
  }
}
