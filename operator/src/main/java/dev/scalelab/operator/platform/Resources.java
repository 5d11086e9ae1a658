package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;

/**
 * CPU (cores) and memory (bytes) of one container.
 *
 * @param cpuRequest what the scheduler sets aside
 * @param cpuLimit where the container is throttled
 * @param memoryRequest what the scheduler sets aside
 * @param memoryLimit where the container is killed
 */
public record Resources(
    Quantity cpuRequest, Quantity cpuLimit, Quantity memoryRequest, Quantity memoryLimit) {
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";

  /** Requests that equal the limits: what is measured does not depend on the neighbours. */
  public static Resources fixed(Quantity cpu, Quantity memory) {
    return new Resources(cpu, cpu, memory, memory);
  }

  /** As a container's manifest has them. */
  public ResourceRequirements requirements() {
    return new ResourceRequirementsBuilder()
        .addToRequests(CPU, cpuRequest)
        .addToRequests(MEMORY, memoryRequest)
        .addToLimits(CPU, cpuLimit)
        .addToLimits(MEMORY, memoryLimit)
        .build();
  }
}
