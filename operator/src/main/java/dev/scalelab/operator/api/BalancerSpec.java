package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The HAProxy in front of the application servers. */
@RecordBuilder
@ValidationRule(
    value = "!has(self.maxQueuePerServer) || self.sticky",
    fieldPath = ".maxQueuePerServer",
    message = "maxQueuePerServer is only for sticky sessions: other requests wait for any server")
@ValidationRule(
    value = BalancerRules.NOTHING_TO_SET,
    fieldPath = ".policy",
    message = BalancerRules.NOTHING_TO_SET_MESSAGE)
@ValidationRule(
    value = BalancerRules.STAYS,
    fieldPath = ".sticky",
    message = BalancerRules.STAYS_MESSAGE)
public record BalancerSpec(
    @JsonPropertyDescription("Container image. Default: the chart's (HAProxy 3.0).")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription(
            "How a server is chosen for a new session: RoundRobin, LeastConnections, Random (one draw) or LoadAware (by the"
                + " CPU load that each server reports every second). FirstAvailable, with a closed load: at random for a"
                + " client's first request, and then kept for all of its sessions. None: there is no balancer; the load"
                + " generator chooses a server for each client, in turn, and the client stays there. Default RoundRobin.")
        @Default("RoundRobin")
        BalancingPolicy policy,
    @JsonPropertyDescription(
            "Weights of the servers, in their order; the number of sessions is in proportion to them, and with LoadAware to the"
                + " idle CPU as well. A server without one has 1. Default: all have 1.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(100) Integer> weights,
    @JsonPropertyDescription(
            "Whether a session stays with its server while that lives. Default true.")
        @Default("true")
        Boolean sticky,
    @JsonPropertyDescription(
            "Maximum number of requests in progress at one server; more wait in the balancer, so that an overloaded server keeps"
                + " working. Default 64.")
        @Min(1)
        @Max(100000)
        @Default("64")
        Integer maxRequestsPerServer,
    @JsonPropertyDescription(
            "Only with sticky: number of requests that wait in the balancer for their session's server; a further one is sent to"
                + " another server, and its session moves there. Default: all wait for their own server, even while"
                + " another one is idle.")
        @Min(1)
        @Max(100000)
        Integer maxQueuePerServer,
    @JsonPropertyDescription(
            "How long a request may wait in the balancer before it is refused with 503, in milliseconds. Default 2000.")
        @Min(1)
        @Max(600000)
        @Default("2000")
        Integer queueTimeoutMillis,
    @JsonPropertyDescription(
            "Whether the balancer prints a line for each request to its log, in HAProxy's format for HTTP, with the id of the"
                + " session and its state in the response. Default: false.")
        Boolean requestLog,
    @JsonPropertyDescription("CPU limit and request, in cores. Default 500m.")
        @Default("500m")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription("Memory limit and request, in bytes. Default 128Mi.")
        @Default("128Mi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription("Where and how the balancer's pod runs.") PodSettings pod)
    implements OmitsNulls, BalancerSpecBuilder.With {

  /**
   * Weight of a server; 1 of those without one.
   *
   * @param server its number, from 0
   */
  public int weightOf(int server) {
    return weights != null && server < weights.size() ? weights.get(server) : 1;
  }
}
