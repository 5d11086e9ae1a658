package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Where a pod of the testbed ran. */
public record PodPlacement(
    @JsonPropertyDescription("application, balancer, database, load or supplier.") String tier,
    @JsonPropertyDescription(
            "Of a database's pod: primary or replica, as CloudNativePG labels it when the run starts.")
        String role,
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Name of its node.") String node,
    @JsonPropertyDescription("Image that it ran, with its digest if the node reports it.")
        String image,
    @JsonPropertyDescription("Image that its container requests.") String requestedImage)
    implements OmitsNulls {

  /** Only the image, the same for all pods that run it. */
  PodPlacement ofImage() {
    return new PodPlacement(tier, null, null, null, image, requestedImage);
  }
}
