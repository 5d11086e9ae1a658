package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Where the application keeps state between requests, and in how many copies. */
public record StateSpec(
    @JsonPropertyDescription(
            "Where a session of Bookstore keeps its state: WebSession, StatefulBean, or Both (each change is written to both)."
                + " Only for Bookstore; the other workloads keep state where their application has it. Default WebSession.")
        @Default("WebSession")
        StateLocation location,
    @JsonPropertyDescription("Web sessions.") @Default("{}") Copies web,
    @JsonPropertyDescription("Stateful session beans.") @Default("{}") Copies bean,
    @JsonPropertyDescription("The cache from which Portal reads statuses.") @Default("{}")
        Cache portal) {

  /** Copies of each entry in the servers' cluster. */
  public record Copies(
      @JsonPropertyDescription(
              "Servers that hold each entry (Infinispan's owners of a distributed cache). With 1 nothing is replicated: a lost"
                  + " server's entries are lost. Default 2.")
          @Min(1)
          @Max(10)
          @Default("2")
          Integer copies) {}

  /** How a cache is distributed. */
  public record Cache(
      @JsonPropertyDescription(
              "Replicated: every server holds every entry. Distributed: one server owns an entry, and requests are sent to it."
                  + " Default Replicated.")
          @Default("Replicated")
          CacheMode cache) {}
}
