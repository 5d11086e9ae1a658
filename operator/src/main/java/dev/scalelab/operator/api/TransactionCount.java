package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Counts of one kind of transaction. */
public record TransactionCount(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Completed.") Long ok,
    @JsonPropertyDescription("Failed, including those that were shed.") Long failed,
    @JsonPropertyDescription("Scheduled, but not sent because too many were in flight.") Long shed)
    implements OmitsNulls {

  /**
   * Maximum number that can have changed the database: those that completed, and those that were
   * sent and failed, since the client cannot know whether they reached the database.
   */
  public long maxDone() {
    return ok + failed - (shed == null ? 0 : shed);
  }
}
