package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Open model: transactions arrive at a rate, independent of the servers' responses. */
public record OpenLoadSpec(
    @Required
        @JsonPropertyDescription(
            "Arrival rate of each step, in transactions per second; 1 to 100 steps.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(100000) Integer> rates,
    @JsonPropertyDescription(
            "Even (at equal intervals) or Poisson (at random, as from many independent users: each step has the same number"
                + " of arrivals as with Even, and queues are those of random arrivals). Default Even.")
        Arrivals arrivals,
    @JsonPropertyDescription(
            "Part of the transactions in the measured part of each step that arrive within the second in its middle, in percent, as"
                + " when a fault makes many customers come at once; the others arrive as without it, and the step has the same number."
                + " Default: no spike.")
        @Min(1)
        @Max(90)
        Integer spikePercent)
    implements OmitsNulls {

  /** Whether transactions arrive at random. */
  public boolean random() {
    return arrivals == Arrivals.POISSON;
  }
}
