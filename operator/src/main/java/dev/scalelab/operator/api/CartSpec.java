package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload Cart. */
public record CartSpec(
    @JsonPropertyDescription(
            "Size of a session's state once ten products are in its cart, in bytes. Default 10240.")
        @Min(0)
        @Max(9999999)
        @Default("10240")
        Integer stateBytes,
    @JsonPropertyDescription("Products that a visit puts into its cart. Default 10.")
        @Min(1)
        @Max(100)
        @Default("10")
        Integer productsPerVisit,
    @JsonPropertyDescription(
            "Who keeps the cart between requests: Server (in a session, as spec.system.state says) or Client (it comes with"
                + " each request and goes with each response, a third larger than stateBytes; there are no sessions, so"
                + " their copies and a sticky balancer make no difference). Default Server.")
        CartState state)
    implements OmitsNulls {

  /** Whether visitors keep their carts, and servers have no sessions. */
  public boolean atClient() {
    return state == CartState.CLIENT;
  }
}
