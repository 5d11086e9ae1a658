package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StateSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Copies of web sessions and of stateful beans where the servers are in several clusters, of
 * partitions or tiers: each copy is on another server of the same cluster. Pure.
 */
final class GroupCopies {
  /** Allowed for one server, which then has the only copy. */
  private static final int USUAL = 2;

  private GroupCopies() {}

  /** Removes the configurations of the systems that break the rule; the violation of the first. */
  static Optional<Violation> removeRefused(List<Configuration> configurations) {
    Map<String, List<Configuration>> systems =
        configurations.stream()
            .filter(one -> !one.spec().system().groups().isEmpty() && one.remoteState() == null)
            .collect(
                Collectors.groupingBy(
                    Configuration::system, LinkedHashMap::new, Collectors.toList()));
    Map<String, Violation> found = new LinkedHashMap<>();
    systems.forEach((name, sizes) -> violation(sizes).ifPresent(broken -> found.put(name, broken)));
    configurations.removeIf(one -> found.containsKey(one.system()));
    return found.values().stream().findFirst();
  }

  private static Optional<Violation> violation(List<Configuration> sizes) {
    StateSpec state = sizes.get(0).spec().system().state();
    return violation(sizes, "web", state.web().copies(), ServerTier.BEANS)
        .or(() -> violation(sizes, "bean", state.bean().copies(), ServerTier.WEB));
  }

  /** As where all servers are alike, the largest configuration must have enough. */
  private static Optional<Violation> violation(
      List<Configuration> sizes, String field, int copies, ServerTier without) {
    if (copies <= USUAL) {
      return Optional.empty();
    }
    int servers = sizes.stream().mapToInt(one -> fewestServers(one, without)).max().orElseThrow();
    Configuration one = sizes.get(0);
    return copies <= servers
        ? Optional.empty()
        : Optional.of(
            new Violation(
                one.field("spec.system.state." + field + ".copies"),
                Reason.SPEC_INVALID,
                "copies must be at most %d: each copy is on another server of the same partition or tier, of which the largest configuration of %s has %d"
                    .formatted(Math.max(USUAL, servers), one.systemText(), servers)));
  }

  private static int fewestServers(Configuration configuration, ServerTier without) {
    return configuration.serverGroups().stream()
        .filter(group -> group.tier() != without)
        .mapToInt(ServerGroup::servers)
        .min()
        .orElseThrow();
  }
}
