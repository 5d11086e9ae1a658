package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** A disturbance of a configuration over its valid runs; times are means, in seconds. */
public record DisturbanceRow(
    @JsonPropertyDescription("Its name.") String name,
    @JsonPropertyDescription("What was done.") DisturbanceAction action,
    @JsonPropertyDescription("The tier whose pods it concerned.") String tier,
    @JsonPropertyDescription("Number of its step.") Integer step,
    @JsonPropertyDescription("Valid runs in which it was made.") Integer runs,
    @JsonPropertyDescription("Largest delay with which it was made, in milliseconds.")
        Long lateMillis,
    @JsonPropertyDescription("Failed transactions that followed, in each run.") Spread failed,
    @JsonPropertyDescription("From the first second with a failed transaction to the last one.")
        Spread errorSeconds,
    @JsonPropertyDescription(
            "Until the throughput was within 5 % of before again; absent if in a run it was not back by the end of the step.")
        Spread throughputBackSeconds,
    @JsonPropertyDescription(
            "Until the mean response time was within 5 % of before again; absent if in a run it was not back by the end of the"
                + " step.")
        Spread responseTimeBackSeconds,
    @JsonPropertyDescription(
            "Until all pods of the tier were ready again; absent if in a run they were not by its end.")
        Spread podsBackSeconds,
    @JsonPropertyDescription("The same in a sentence.") @Size(max = Message.LONGEST) String text)
    implements OmitsNulls {

  /** The same row with this sentence. */
  public DisturbanceRow withText(String sentence) {
    return new DisturbanceRow(
        name,
        action,
        tier,
        step,
        runs,
        lateMillis,
        failed,
        errorSeconds,
        throughputBackSeconds,
        responseTimeBackSeconds,
        podsBackSeconds,
        Message.shorten(sentence));
  }
}
