package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Where a pod of the testbed ran. */
public record PodPlacement(
    @JsonPropertyDescription("application, balancer, cache, database, load or supplier.")
        String tier,
    @JsonPropertyDescription(
            "Of a database's pod: primary or replica, as CloudNativePG labels it when the run starts.")
        String role,
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Name of its node.") String node,
    @JsonPropertyDescription("Image that it ran, with its digest if the node reports it.")
        String image,
    @JsonPropertyDescription(
            "Image that its container requests; absent where another operator chooses it.")
        String requestedImage,
    @JsonPropertyDescription(
            "What the pod has that the experiment does not request, because a webhook or a policy changed it: containers,"
                + " variables, resources, images, commands, volumes. Absent where there is nothing.")
        @Size(max = 12)
        List<@Size(max = 160) String> added)
    implements OmitsNulls {
  /** Of a pod as requested. */
  public PodPlacement(
      String tier, String role, String pod, String node, String image, String requestedImage) {
    this(tier, role, pod, node, image, requestedImage, null);
  }

  /** Only the image, the same for all pods that run it. */
  PodPlacement ofImage() {
    return new PodPlacement(tier, null, null, null, image, requestedImage);
  }
}
