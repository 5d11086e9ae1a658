package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How the throughput of a system depends on its number of servers. */
@RecordBuilder
public record ScalabilityResult(
    @JsonPropertyDescription("The system: the variant and its values of factors, such as base.")
        String system,
    @JsonPropertyDescription("The variant; base is the system as specified.") String variant,
    @JsonPropertyDescription(
            "The model that explains the figures best: Linear, Amdahl, Plateau (linear up to a bound) or Usl (Universal"
                + " Scalability Law); absent without enough numbers of servers.")
        ScalingModel model,
    @JsonPropertyDescription("Throughput of one server, in transactions per second.")
        Estimate lambda,
    @JsonPropertyDescription("Contention: the fraction of the work that is not parallel.")
        Estimate sigma,
    @JsonPropertyDescription("Coherency: the cost of each pair of servers.") Estimate kappa,
    @JsonPropertyDescription(
            "Throughput that is not exceeded, in transactions per second; of Plateau only.")
        Estimate plateauPerSecond,
    @JsonPropertyDescription(
            "Number of servers with the highest throughput; absent unless the figures show it.")
        Estimate bestReplicas,
    @JsonPropertyDescription("Throughput at bestReplicas, in transactions per second.")
        Estimate bestPerSecond,
    @JsonPropertyDescription(
            "What limits these statements: InsufficientPoints (fewer than 3 numbers of servers, or too few rounds), Misfit (no"
                + " model explains the figures within their noise) or Superlinear; absent if nothing does.")
        ScalingReason reason,
    @JsonPropertyDescription("The same as a sentence.") @Size(max = Message.LONGEST) String message)
    implements OmitsNulls {}
