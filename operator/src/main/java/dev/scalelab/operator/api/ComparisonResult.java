package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** A configuration against its baseline with the same number of servers. */
@RecordBuilder
public record ComparisonResult(
    @JsonPropertyDescription("What is compared: a variant, or values of factors.") String variant,
    @JsonPropertyDescription(
            "With what it is compared: base, or the first variant without it; the first values of factors if there is only"
                + " one variant.")
        String baseline,
    @JsonPropertyDescription("Number of application servers of both.") Integer replicas,
    @JsonPropertyDescription(
            "Values of factors of both, as application.heap=256Mi; absent without any.")
        String factors,
    @JsonPropertyDescription(
            "Its peak, or its capacity if load.search found those, against the baseline's.")
        Estimate ratio,
    @JsonPropertyDescription("The smallest difference that the rounds could show, in percent.")
        Double noiseFloorPercent,
    @JsonPropertyDescription(
            "Higher or Lower (Holm's test over all comparisons, 5 %), Equivalent (the whole interval is within"
                + " sweep.equivalencePercent), NotShown, NoiseFloorBroken (see aa) or NotCompared.")
        ComparisonVerdict verdict,
    @JsonPropertyDescription("The comparison as a sentence.") @Size(max = Message.LONGEST)
        String message)
    implements OmitsNulls {}
