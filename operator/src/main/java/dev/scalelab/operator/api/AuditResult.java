package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The content of the database after a run, counted by the database itself. */
public record AuditResult(
    @JsonPropertyDescription(
            "Number of transactions of each kind whose results are in the database since the reset;"
                + " only kinds that change it.")
        @Size(max = 64)
        List<RowCount> done,
    @JsonPropertyDescription(
            "Number of rows that break a consistency rule, by rule; rules that hold are left out.")
        @Size(max = 64)
        List<RowCount> faults,
    @JsonPropertyDescription("Other counts, for example purchase orders by state.") @Size(max = 64)
        List<RowCount> counts,
    @JsonPropertyDescription(
            "Acknowledged transactions of each kind against those in the databases, one by one; absent without numbers of the"
                + " load generators, and without kinds of which too many failed to be listed.")
        @Size(max = 64)
        List<AcknowledgedResult> acknowledged)
    implements OmitsNulls {

  public AuditResult {
    done = done == null ? List.of() : done;
    faults = faults == null ? List.of() : faults;
    counts = counts == null ? List.of() : counts;
  }

  /** Rows of one kind. */
  public record RowCount(
      @JsonPropertyDescription("Name of the transaction, of the rule, or of what is counted.")
          @Size(max = 64)
          String name,
      @JsonPropertyDescription("Number of rows.") Long rows) {}
}
