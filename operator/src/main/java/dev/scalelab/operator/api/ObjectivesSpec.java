package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** What a step must meet to count as capacity, and what the verdict judges. */
public record ObjectivesSpec(
    @JsonPropertyDescription(
            "Most that the 95th percentile of a step's response times may be, in milliseconds. Default 2000.")
        @Min(1)
        @Max(600000)
        @Default("2000")
        Integer p95Millis,
    @JsonPropertyDescription("Most of a step's transactions that may fail, in percent. Default 1.")
        @Min(0)
        @Max(100)
        @Default("1")
        Integer errorPercent,
    @JsonPropertyDescription(
            "Least efficiency of every configuration, in percent: its speed-up against the ideal one. Not judged when"
                + " not given.")
        @Min(1)
        @Max(200)
        Integer efficiencyPercent) {

  /**
   * Whether a step counts as capacity.
   *
   * @param completed transactions that ended well; none meets no objective
   * @param p95Millis their 95th percentile, in milliseconds; not looked at when none completed
   * @param errorPercent failed ones, in percent of all that ended
   */
  public boolean met(long completed, Double p95Millis, double errorPercent) {
    return completed > 0 && p95Millis <= this.p95Millis && errorPercent <= this.errorPercent;
  }
}
