package dev.scalelab.operator.chart;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import java.util.List;
import java.util.Map;

/** Connections that NetworkPolicies allow, as decided by a network plugin that enforces them. */
final class Fences {
  private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

  /**
   * One end of a connection.
   *
   * @param namespace its namespace
   * @param labels its labels
   * @param ports its named container ports
   */
  record End(String namespace, Map<String, String> labels, Map<String, Integer> ports) {}

  private final List<NetworkPolicy> policies;

  Fences(List<NetworkPolicy> policies) {
    this.policies = policies;
  }

  /** Whether a TCP connection is allowed: egress from its source and ingress to its target. */
  boolean allow(End from, End to, int port) {
    return leaves(from, to, port) && enters(from, to, port);
  }

  private boolean leaves(End from, End to, int port) {
    var selecting = policies.stream().filter(policy -> selects(policy, from, "Egress")).toList();
    return selecting.isEmpty()
        || selecting.stream()
            .flatMap(policy -> policy.getSpec().getEgress().stream())
            .anyMatch(
                rule ->
                    anyPeer(rule.getTo(), from.namespace(), to)
                        && anyPort(rule.getPorts(), to, port));
  }

  private boolean enters(End from, End to, int port) {
    var selecting = policies.stream().filter(policy -> selects(policy, to, "Ingress")).toList();
    return selecting.isEmpty()
        || selecting.stream()
            .flatMap(policy -> policy.getSpec().getIngress().stream())
            .anyMatch(
                rule ->
                    anyPeer(rule.getFrom(), to.namespace(), from)
                        && anyPort(rule.getPorts(), to, port));
  }

  private static boolean selects(NetworkPolicy policy, End end, String direction) {
    return policy.getMetadata().getNamespace().equals(end.namespace())
        && policy.getSpec().getPolicyTypes().contains(direction)
        && matches(policy.getSpec().getPodSelector(), end.labels());
  }

  /** A rule without peers allows all; a peer without a namespace is in the policy's own. */
  private static boolean anyPeer(List<NetworkPolicyPeer> peers, String own, End end) {
    return peers.isEmpty()
        || peers.stream()
            .anyMatch(
                peer ->
                    (peer.getNamespaceSelector() == null
                            ? own.equals(end.namespace())
                            : matches(
                                peer.getNamespaceSelector(),
                                Map.of(NAMESPACE_NAME, end.namespace())))
                        && matches(peer.getPodSelector(), end.labels()));
  }

  private static boolean anyPort(List<NetworkPolicyPort> ports, End to, int port) {
    return ports.isEmpty()
        || ports.stream()
            .filter(candidate -> !"UDP".equals(candidate.getProtocol()))
            .anyMatch(candidate -> port == number(candidate.getPort(), to));
  }

  private static int number(IntOrString port, End to) {
    return port.getIntVal() != null
        ? port.getIntVal()
        : to.ports().getOrDefault(port.getStrVal(), 0);
  }

  private static boolean matches(LabelSelector selector, Map<String, String> labels) {
    return selector == null
        || labels.entrySet().containsAll(selector.getMatchLabels().entrySet())
            && selector.getMatchExpressions().stream().allMatch(one -> isNotIn(one, labels));
  }

  private static boolean isNotIn(LabelSelectorRequirement requirement, Map<String, String> labels) {
    if (!requirement.getOperator().equals("NotIn")) {
      throw new UnsupportedOperationException("the chart's policies have no other expression");
    }
    return !requirement.getValues().contains(labels.get(requirement.getKey()));
  }
}
