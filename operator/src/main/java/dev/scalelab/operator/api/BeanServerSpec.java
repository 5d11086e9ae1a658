package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;

/** Settings of a server with the beans that are not those of a server of the web tier. */
public record BeanServerSpec(
    @JsonPropertyDescription(
            "CPU limit and request of each while it is measured, in cores. Default: application.cpu.")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory limit and request of each, in bytes. Default: application.memory.")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Heap of each, in bytes; less than its memory. Default: application.heap.")
        @ValidationRule(value = QuantityRules.SIZE, message = "heap " + QuantityRules.SIZE_MESSAGE)
        Quantity heap,
    @JsonPropertyDescription(
            "Threads of each that process calls. Default: application.webThreads, or 16 for each whole core of its cpu.")
        @Min(1)
        @Max(1000)
        Integer webThreads,
    @JsonPropertyDescription(
            "Calls that may wait in each for such a thread; further ones are answered with 503. Default: application.webQueue.")
        @Min(1)
        @Max(100000)
        Integer webQueue)
    implements OmitsNulls {
  /** All as in application. */
  public static final BeanServerSpec NONE = new BeanServerSpec(null, null, null, null, null);

  /** A server with these settings, and the others of the application. */
  ApplicationSpec of(ApplicationSpec application) {
    return application.with(
        all ->
            all.cpu(or(cpu, application.cpu()))
                .memory(or(memory, application.memory()))
                .heap(or(heap, application.heap()))
                .webThreads(or(webThreads, application.webThreads()))
                .webQueue(or(webQueue, application.webQueue())));
  }

  /** The field of the system that gives these servers a setting, such as cpu. */
  public String field(String setting) {
    boolean own =
        switch (setting) {
          case "cpu" -> cpu != null;
          case "memory" -> memory != null;
          case "heap" -> heap != null;
          case "webThreads" -> webThreads != null;
          case "webQueue" -> webQueue != null;
          default -> false;
        };
    return (own ? "tiers.beans." : "application.") + setting;
  }

  private static <T> T or(T own, T ofApplication) {
    return own == null ? ofApplication : own;
  }
}
