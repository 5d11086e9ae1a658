package dev.scalelab.operator.measurement;

import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Tier;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The containers of a testbed whose CPU is reported: a selector of all, and the tier of each. */
final class Containers {
  private final String namespace;

  /** The names of each tier's pods. */
  private final Map<Tier, Pattern> pods = new EnumMap<>(Tier.class);

  Containers(Subject subject) {
    namespace = subject.namespace();
    String trial = subject.trial();
    add(Tier.APPLICATION, Names.application(trial) + "-[0-9]+");
    add(Tier.BALANCER, Names.balancer(trial) + "-[a-z0-9]+-[a-z0-9]+");
    add(Tier.DATABASE, subject.databasePods());
    add(Tier.LOAD, trial + "-r[0-9]+-load-[-a-z0-9]+");
    add(Tier.SUPPLIER, Names.supplier(trial) + "-[a-z0-9]+-[a-z0-9]+");
  }

  private void add(Tier tier, String names) {
    pods.put(tier, Pattern.compile(names));
  }

  /** Matchers of the labels that the kubelet gives its series of containers. */
  String selector() {
    String names = pods.values().stream().map(Pattern::pattern).collect(Collectors.joining("|"));
    String containers =
        pods.keySet().stream().map(Tier::container).collect(Collectors.joining("|"));
    return "{namespace=\"%s\",pod=~\"%s\",container=~\"%s\"}"
        .formatted(namespace, names, containers);
  }

  /**
   * The tier whose work a container does; empty for any other, such as a proxy beside it, which is
   * not measured.
   *
   * @param labels those of one of its series
   */
  Optional<Tier> tier(Map<String, String> labels) {
    String pod = labels.getOrDefault("pod", "");
    return pods.keySet().stream()
        .filter(tier -> tier.container().equals(labels.get("container")))
        .filter(tier -> pods.get(tier).matcher(pod).matches())
        .findFirst();
  }
}
