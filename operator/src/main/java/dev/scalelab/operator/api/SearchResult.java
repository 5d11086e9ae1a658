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
            "The capacity as a load: transactions per second, or users; estimated between loads that were measured, the geometric"
                + " mean of the rounds.")
        Double level,
    @JsonPropertyDescription(
            "Highest load that met every objective in each round that tried it; with several rounds, in at least two.")
        Double confirmedLevel,
    @JsonPropertyDescription("Steps of the valid runs of all rounds together.") Integer steps,
    @JsonPropertyDescription("What a reader has to know about the capacity.") @Size(max = 8)
        List<SearchNote> notes,
    @JsonPropertyDescription(
            "Lowest load at which the CPU of the hosts, or of the fullest one, was at least 95 % busy, mean of its valid runs: from"
                + " there on they were the limit. Absent if they never were.")
        Double hostFullFromLevel,
    @JsonPropertyDescription(
            "By how many percent of the load the noise of one step moves the capacity that it shows: one standard deviation, from"
                + " the scatter of the steps near it; at most 100. Absent with too few of them.")
        Double resolutionPercent,
    @JsonPropertyDescription(
            "Load at which requestsPerSecond, the percentiles, errorPercent and hostCpuPercent were measured: of each round the"
                + " highest that met every objective for a whole step, else the lowest that it tried; mean of the rounds. `level` is"
                + " estimated from all steps, and no step may have had it.")
        Double reportedLevel)
    implements OmitsNulls {

  /** A load as text. */
  public String text(double load) {
    return model == LoadModel.CLOSED ? "%.0f users".formatted(load) : "%.1f/s".formatted(load);
  }
}
