package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Predicate;

/** Whether a node was deleted, or has not answered for so long that its state is unknown. */
public record LostNodes(KubernetesClient client) implements Predicate<String> {
  @Override
  public boolean test(String name) {
    Node node = client.nodes().withName(name).get();
    return node == null
        || node.getStatus().getConditions().stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "Unknown".equals(c.getStatus()));
  }
}
