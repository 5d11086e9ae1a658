package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Counts of one kind of transaction. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransactionCount(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Completed.") Long ok,
    @JsonPropertyDescription("Failed, those that were shed included.") Long failed,
    @JsonPropertyDescription("Due, but not sent because too many were open.") Long shed) {

  /**
   * As many as can have changed the database: those that completed, and those that were sent and
   * failed, of which the client cannot tell how far they came.
   */
  public long maxDone() {
    return ok + failed - (shed == null ? 0 : shed);
  }
}
