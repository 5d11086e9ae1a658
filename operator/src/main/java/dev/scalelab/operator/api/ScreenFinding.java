package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** What the beans of the workload Cells do that they should not. */
@RecordBuilder
public record ScreenFinding(
    @JsonPropertyDescription(
            "Throws: calls ended in an exception. Leaks: what forced collections left in the old generation grew in every step. Unknown:"
                + " it was not measured whether they leak.")
        ScreenFindingKind kind,
    @JsonPropertyDescription(
            "The configuration of the table, as 4. Memory does not say whose it is: of a leak these are all that were called, separated"
                + " by commas.")
        @Size(max = 256)
        String configuration,
    @JsonPropertyDescription(
            "In an hour of the measured load: calls that threw, or bytes that all servers together lost.")
        Double perHour,
    @JsonPropertyDescription("Bytes that each call lost; absent unless it leaks.") Double bytesEach,
    @JsonPropertyDescription("The same in a sentence.") @Size(max = Message.LONGEST) String text)
    implements OmitsNulls {

  public ScreenFinding {
    configuration = Message.shorten(configuration, 256);
    text = Message.shorten(text);
  }
}
