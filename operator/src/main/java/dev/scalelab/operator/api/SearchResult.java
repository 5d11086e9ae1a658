package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** How a capacity was found by a search. */
public record SearchResult(
    @JsonPropertyDescription(
            "Whether the load was Open (a rate) or Closed (users): capacities of the two are not comparable.")
        LoadModel model,
    @JsonPropertyDescription(
            "The capacity as a load: transactions per second, or users; the geometric mean of the rounds.")
        Double level,
    @JsonPropertyDescription(
            "Highest load that met every objective in each round that tried it; with several rounds, in at least two.")
        Double confirmedLevel,
    @JsonPropertyDescription("Steps that all rounds needed together.") Integer steps,
    @JsonPropertyDescription("What a reader has to know about the capacity.") @Size(max = 8)
        List<SearchNote> notes)
    implements OmitsNulls {}
