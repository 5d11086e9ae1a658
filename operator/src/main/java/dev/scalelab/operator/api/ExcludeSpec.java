package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Configurations that are not measured: those to which everything given here applies. */
public record ExcludeSpec(
    @JsonPropertyDescription("The variant. Default: every one.") @Size(min = 1, max = 20)
        String variant,
    @JsonPropertyDescription("The number of application servers. Default: every one.")
        @Min(1)
        @Max(100)
        Integer replicas,
    @JsonPropertyDescription("Values of factors. Default: every one.") @Size(min = 1, max = 4)
        List<FactorValue> factors)
    implements OmitsNulls {}
