package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;

/**
 * CPU (cores) and memory (bytes) of one container.
 *
 * @param cpuRequest reserved by the scheduler
 * @param cpuLimit limit above which the container is throttled
 * @param memoryRequest reserved by the scheduler
 * @param memoryLimit limit above which the container is killed
 */
public record Resources(
    Quantity cpuRequest, Quantity cpuLimit, Quantity memoryRequest, Quantity memoryLimit) {
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";

  /** Requests equal to limits, so that results do not depend on other pods of the node. */
  public static Resources fixed(Quantity cpu, Quantity memory) {
    return new Resources(cpu, cpu, memory, memory);
  }

  /** As in a container's manifest. */
  public ResourceRequirements requirements() {
    return new ResourceRequirementsBuilder()
        .addToRequests(CPU, cpuRequest)
        .addToRequests(MEMORY, memoryRequest)
        .addToLimits(CPU, cpuLimit)
        .addToLimits(MEMORY, memoryLimit)
        .build();
  }
}
