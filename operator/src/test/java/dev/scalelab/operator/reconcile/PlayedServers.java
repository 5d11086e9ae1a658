package dev.scalelab.operator.reconcile;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The simulated servers of a trial: a cluster of all, or two tiers of one server each in a variant
 * named split.
 *
 * @param pods names of their pods
 * @param members of the cluster that each of them is in
 */
record PlayedServers(List<String> pods, int members) {
  static PlayedServers of(String trial, int servers) {
    return trial.contains("-split-")
        ? new PlayedServers(List.of(trial + "-app-web-0", trial + "-app-beans-0"), 1)
        : new PlayedServers(
            IntStream.range(0, servers).mapToObj(pod -> trial + "-app-" + pod).toList(), servers);
  }
}
