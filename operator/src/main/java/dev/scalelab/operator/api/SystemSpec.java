package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The system under test. */
public record SystemSpec(
    @JsonPropertyDescription("One application server; sweep.replicas says how many.") @Default("{}")
        ApplicationSpec application,
    @JsonPropertyDescription("Where the application keeps state between requests.") @Default("{}")
        StateSpec state,
    @JsonPropertyDescription("The CloudNativePG databases. Default: one, named main.")
        @Size(min = 1, max = 1)
        @Default("[{\"name\": \"main\"}]")
        List<DatabaseSpec> databases,
    @JsonPropertyDescription("The HAProxy in front of the application servers.") @Default("{}")
        BalancerSpec balancer) {

  /** The database that all servers share. */
  public DatabaseSpec database() {
    return databases.get(0);
  }
}
