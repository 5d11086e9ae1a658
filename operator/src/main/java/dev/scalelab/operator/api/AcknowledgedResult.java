package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The acknowledged transactions of one kind against those in the databases. */
public record AcknowledgedResult(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Transactions that servers acknowledged to the client.")
        Long acknowledged,
    @JsonPropertyDescription(
            "Those of them that are not in the databases; a lower bound if twice is absent, as of a kind without numbers.")
        Long missing,
    @JsonPropertyDescription(
            "Rows of transactions that are there already; absent of a kind that is not compared one by one.")
        Long twice)
    implements OmitsNulls {

  /** The sum of both, of the same kind. */
  public AcknowledgedResult plus(AcknowledgedResult other) {
    return new AcknowledgedResult(
        name,
        acknowledged + other.acknowledged,
        missing + other.missing,
        twice == null || other.twice == null ? null : (Long) (twice + other.twice));
  }
}
