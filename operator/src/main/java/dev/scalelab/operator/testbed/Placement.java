package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.MainContainer;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Where a pod runs or ran, and from which image. */
final class Placement {
  /** CloudNativePG's label on each instance: primary or replica. It follows a failover. */
  static final String ROLE_LABEL = "cnpg.io/instanceRole";

  private Placement() {}

  /**
   * The placement of a scheduled pod; the image is that of its main container.
   *
   * @param added what it has that its template does not request
   * @param pinned whether later pods request the same image
   */
  static PodPlacement of(Pod pod, List<String> added, boolean pinned) {
    String container = MainContainer.of(pod);
    String image =
        pod.getStatus().getContainerStatuses().stream()
            .filter(status -> status.getName().equals(container))
            .map(ContainerStatus::getImageID)
            .filter(id -> id != null && !id.isEmpty())
            .findFirst()
            .orElseGet(() -> requested(pod, container));
    return new PodPlacement(
        pod.getMetadata().getLabels().get(Labels.TIER),
        pod.getMetadata().getLabels().get(ROLE_LABEL),
        pod.getMetadata().getName(),
        pod.getSpec().getNodeName(),
        image,
        pinned ? requested(pod, container) : null,
        added.isEmpty() ? null : added);
  }

  private static String requested(Pod pod, String container) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(container))
        .map(Container::getImage)
        .findFirst()
        .orElse(null);
  }
}
