package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Nodes that take no new pods for a time. A node is cordoned and says until when in one patch, so
 * that any operator can return it, whatever became of the experiment.
 */
final class HeldNodes {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final Clock clock;

  HeldNodes(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /** How a node names the experiment that it is held for. */
  static String holder(String namespace, String experiment) {
    return namespace + "/" + experiment;
  }

  /** Until when a node takes no new pods because of a disturbance; null if it is not held. */
  static Instant until(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    String seconds = labels == null ? null : labels.get(Labels.HELD_UNTIL);
    try {
      return seconds == null ? null : Instant.ofEpochSecond(Long.parseLong(seconds));
    } catch (NumberFormatException e) { // somebody has changed it: it is returned at once
      return Instant.EPOCH;
    }
  }

  /**
   * Cordons a node, unless that has been done.
   *
   * @param experiment its namespace and name
   * @throws NotDisturbedException when somebody else has cordoned it, or another experiment holds
   *     it
   */
  void hold(String name, String experiment, int seconds) {
    Node node = client.nodes().withName(name).get();
    if (node == null) {
      throw new NotDisturbedException("node %s is gone".formatted(name));
    }
    if (until(node) != null) {
      String holder = holder(node);
      if (!experiment.equals(holder)) {
        throw new NotDisturbedException(
            "node %s is held by a disturbance of %s".formatted(name, holder));
      }
      return;
    }
    if (Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
      throw new NotDisturbedException("node %s was cordoned already".formatted(name));
    }
    long until = clock.instant().plusSeconds(seconds).getEpochSecond();
    patch(name, true, Long.toString(until), experiment);
  }

  /** Lets a node take new pods again, if it is held for an experiment. */
  void release(String name, String experiment) {
    Node node = client.nodes().withName(name).get();
    if (node != null && until(node) != null && experiment.equals(holder(node))) {
      patch(name, null, null, null);
    }
  }

  private static String holder(Node node) {
    return node.getMetadata().getAnnotations().get(Labels.HELD_FOR);
  }

  /**
   * Lets a node take new pods again, if it is held and its time is over.
   *
   * @return the time that is left; empty if it is not held any more
   */
  Optional<Duration> releaseIfOver(String name) {
    Node node = client.nodes().withName(name).get();
    Instant until = node == null ? null : until(node);
    if (until == null) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    if (now.isBefore(until)) {
      return Optional.of(Duration.between(now, until));
    }
    patch(name, null, null, null);
    return Optional.empty();
  }

  /** Returns all nodes that an experiment holds. */
  void releaseAll(String experiment) {
    client
        .nodes()
        .withLabel(Labels.HELD_UNTIL)
        .list()
        .getItems()
        .forEach(node -> release(node.getMetadata().getName(), experiment));
  }

  private void patch(String name, Boolean unschedulable, String until, String experiment) {
    String change =
        "{\"metadata\":{\"labels\":{\"%s\":%s},\"annotations\":{\"%s\":%s}},\"spec\":{\"unschedulable\":%s}}"
            .formatted(
                Labels.HELD_UNTIL,
                quoted(until),
                Labels.HELD_FOR,
                quoted(experiment),
                unschedulable);
    client.nodes().withName(name).patch(MERGE, change);
  }

  /** A null removes the field. */
  private static String quoted(String value) {
    return value == null ? null : "\"" + value + "\"";
  }
}
