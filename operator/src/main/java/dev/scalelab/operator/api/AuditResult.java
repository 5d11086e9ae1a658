package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What the database holds after a run, counted by the database itself. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditResult(
    @JsonPropertyDescription(
            "What each kind of transaction that changes the database left there since the reset.")
        @Size(max = 64)
        List<RowCount> done,
    @JsonPropertyDescription(
            "Rows that break a rule of the data, by the rule; only those there are.")
        @Size(max = 64)
        List<RowCount> faults,
    @JsonPropertyDescription("What else it holds, as purchase orders by their state.")
        @Size(max = 64)
        List<RowCount> counts) {

  public AuditResult {
    done = done == null ? List.of() : done;
    faults = faults == null ? List.of() : faults;
    counts = counts == null ? List.of() : counts;
  }

  /** Rows of one kind. */
  public record RowCount(
      @JsonPropertyDescription("The transaction, the rule, or what is counted.") @Size(max = 64)
          String name,
      @JsonPropertyDescription("Number of rows.") Long rows) {}
}
