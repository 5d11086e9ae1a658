package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** A disturbance of a configuration over its valid runs; times are means, in seconds. */
@RecordBuilder
public record DisturbanceRow(
    @JsonPropertyDescription("Its name.") String name,
    @JsonPropertyDescription("What was done.") DisturbanceAction action,
    @JsonPropertyDescription("The tier whose pods it concerned.") String tier,
    @JsonPropertyDescription("Number of its step.") Integer step,
    @JsonPropertyDescription("Valid runs in which it was made.") Integer runs,
    @JsonPropertyDescription("Largest delay with which it was made, in milliseconds.")
        Long lateMillis,
    @JsonPropertyDescription(
            "Failed transactions that followed, up to the next disturbance, in each run.")
        Spread failed,
    @JsonPropertyDescription("From the first second with a failed transaction to the last one.")
        Spread errorSeconds,
    @JsonPropertyDescription(
            "Until the throughput was within 5 % of before again; absent if in a run it was not back by the next disturbance"
                + " or the end of the step.")
        Spread throughputBackSeconds,
    @JsonPropertyDescription(
            "Until the mean response time was within 5 % of before again; absent if in a run it was not back by the next"
                + " disturbance or the end of the step.")
        Spread responseTimeBackSeconds,
    @JsonPropertyDescription(
            "Until all pods of the tier were ready again, at most until the end of the load; absent if in a run they were not when"
                + " it was judged.")
        Spread podsBackSeconds,
    @JsonPropertyDescription(
            "Until all application servers saw each other in their cluster again; absent if in a run they did not by its end.")
        Spread membersBackSeconds,
    @JsonPropertyDescription(
            "State transfers until the next disturbance or the end of the run, of the server that took part in them for longest;"
                + " absent if in a run the servers did not report them.")
        Spread stateTransferSeconds,
    @JsonPropertyDescription(
            "What became of the state of the sessions that ended in its step, whichever disturbance of the step it was, all runs"
                + " together; absent for workloads without session state.")
        StateCounts state,
    @JsonPropertyDescription(
            "Requests of its step that failed, before the disturbance and after others too, by kind, all runs together; absent"
                + " if none did.")
        RequestFailures failedRequests,
    @JsonPropertyDescription(
            "Of a database: acknowledged transactions of each kind, and how many of them are missing after the run, all runs"
                + " together.")
        @Size(max = 64)
        List<AcknowledgedResult> acknowledged,
    @JsonPropertyDescription("The same in a sentence.") @Size(max = Message.LONGEST) String text)
    implements OmitsNulls, DisturbanceRowBuilder.With {

  public DisturbanceRow {
    text = Message.shorten(text);
  }
}
