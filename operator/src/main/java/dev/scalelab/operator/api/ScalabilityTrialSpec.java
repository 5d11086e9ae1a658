package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** One configuration of the experiment that owns the trial. */
public record ScalabilityTrialSpec(
    @Required @JsonPropertyDescription("Name of the experiment.") String experiment,
    @Required @JsonPropertyDescription("The variant; base is the system as specified.")
        String variant,
    @JsonPropertyDescription("Its values of factors; absent where none are varied.")
        @Size(min = 1, max = 4)
        List<FactorValue> factors,
    @Required @JsonPropertyDescription("Number of application servers.") @Min(1) Integer replicas,
    @Required @JsonPropertyDescription("Place in the plan, from 1.") @Min(1) Integer order,
    @Required @JsonPropertyDescription("Number of valid runs to make.") @Min(1) Integer repetitions,
    @Required @JsonPropertyDescription("Hash of everything that the trial's results depend on.")
        String inputsHash) {}
