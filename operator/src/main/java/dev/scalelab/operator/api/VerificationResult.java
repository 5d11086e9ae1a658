package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Whether more of the resource that a diagnosis names gives more throughput. */
public record VerificationResult(
    @JsonPropertyDescription("The diagnosed configuration, such as base-2.") String configuration,
    @JsonPropertyDescription(
            "The configuration with more of the resource, as verify-2; absent where that is not measured, since another resource would"
                + " limit at once, or no field gives more of the resource.")
        String raised,
    @JsonPropertyDescription("The resource that was named, as Application/Cpu.") String resource,
    @JsonPropertyDescription(
            "What is raised in it, as application.cpu=450m; absent if no field gives more of the resource.")
        @Size(max = 512)
        String settings,
    @JsonPropertyDescription(
            "Change of the capacity if it was searched for, otherwise of the peak, in percent; absent until it was measured.")
        Estimate changePercent,
    @JsonPropertyDescription(
            "Whether it rose by at least 10 %, and by more than chance explains; absent until it was measured, and if it rose"
                + " less because no load reached the limit of the raised configuration.")
        Boolean verified,
    @JsonPropertyDescription("The same as a sentence.") @Size(max = Bottleneck.LONGEST)
        String message)
    implements OmitsNulls {

  public VerificationResult {
    message = Message.shorten(message, Bottleneck.LONGEST);
  }
}
