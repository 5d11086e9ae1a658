package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** What a planned disturbance has done in a run, and what followed from it. */
@RecordBuilder
public record DisturbanceResult(
    @JsonPropertyDescription("Its name, as in the run's plan.") String name,
    @JsonPropertyDescription("The pods that it concerns, chosen a few seconds before.")
        @Size(max = 100)
        List<DisturbedPod> pods,
    @JsonPropertyDescription("When it was to happen, by the load generator's clock (RFC 3339).")
        String dueAt,
    @JsonPropertyDescription("When the operator began to make it, recorded before (RFC 3339).")
        String begunAt,
    @JsonPropertyDescription("When the API server had accepted it for all pods (RFC 3339).")
        String madeAt,
    @JsonPropertyDescription("Delay of madeAt after dueAt, in milliseconds.") Long lateMillis,
    @JsonPropertyDescription(
            "When its nodes took new pods again, or its pods were connected again (RFC 3339); absent for other actions.")
        String endedAt,
    @JsonPropertyDescription(
            "When all pods of the tier were ready again; if that was after the load, when the load ended (RFC 3339).")
        String podsBackAt,
    @JsonPropertyDescription("Why it could not be made; the run is then invalid.")
        @Size(max = Message.LONGEST)
        String failed,
    @JsonPropertyDescription("What the users noticed; absent without a series of the step.")
        DisturbanceEffect effect)
    implements OmitsNulls, DisturbanceResultBuilder.With {

  public DisturbanceResult {
    pods = pods == null ? List.of() : List.copyOf(pods);
    failed = Message.shorten(failed);
  }

  /** One whose pods are chosen. */
  public static DisturbanceResult prepared(String name, List<DisturbedPod> pods, String dueAt) {
    return DisturbanceResultBuilder.builder().name(name).pods(pods).dueAt(dueAt).build();
  }

  /** Whether it was made, or it is known that it cannot be made. */
  public boolean over() {
    return madeAt != null || failed != null;
  }
}
