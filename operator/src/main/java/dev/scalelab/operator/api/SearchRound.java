package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What one round of a search found, recorded when the round has ended. */
public record SearchRound(
    @JsonPropertyDescription("Number of the round, from 1.") Integer round,
    @JsonPropertyDescription(
            "The capacity as a load: transactions per second, or users; absent if the lowest load missed an objective.")
        Double level,
    @JsonPropertyDescription(
            "Whether a load missed an objective: otherwise the capacity is higher.")
        Boolean saturated,
    @JsonPropertyDescription("What a reader has to know about it.") @Size(max = 8)
        List<SearchNote> notes)
    implements OmitsNulls {

  public SearchRound {
    notes = notes == null ? List.of() : List.copyOf(notes);
  }
}
