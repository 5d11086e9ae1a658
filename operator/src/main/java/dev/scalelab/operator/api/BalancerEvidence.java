package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The balancer in a step's window; without one only pods is present. */
public record BalancerEvidence(
    @JsonPropertyDescription("Requests per second that the balancer passed on.")
        Double requestsPerSecond,
    @JsonPropertyDescription("Requests waiting in the balancer; highest of the window.")
        Double queue,
    @JsonPropertyDescription("Its responses by class of status; classes without any are absent.")
        @Size(max = 6)
        List<ResponseRate> responses,
    @JsonPropertyDescription(
            "Minimum number of servers in the balancer's rotation at any sample of the window; if"
                + " less than the number of servers, the balancer considered one dead.")
        Integer minServers,
    @JsonPropertyDescription(
            "Requests per second of each server, by the balancer's count or, without a balancer, by the server's own.")
        @Size(max = 100)
        List<PodRate> pods)
    implements OmitsNulls {}
