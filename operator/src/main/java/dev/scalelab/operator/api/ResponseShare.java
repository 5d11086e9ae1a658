package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Objects;

/** The share of responses within a limit, for an objective with minSharePercent. */
public record ResponseShare(
    @JsonPropertyDescription("The transaction; absent for all of them together.")
        String transaction,
    @JsonPropertyDescription("The limit, in milliseconds.") Integer maxMillis,
    @JsonPropertyDescription("The required share, in percent.") Integer minSharePercent,
    @JsonPropertyDescription("Transactions that completed within the limit.") Long within,
    @JsonPropertyDescription("Transactions that completed.") Long completed,
    @JsonPropertyDescription("The share within the limit, in percent; absent without any.")
        Double sharePercent,
    @JsonPropertyDescription(
            "Time within which the required share completed, in milliseconds; absent without any.")
        Double millis)
    implements OmitsNulls {

  /** Whether the share is large enough; without a completed transaction it is not. */
  public boolean met() {
    return completed > 0 && 100.0 * within >= (double) minSharePercent * completed;
  }

  /** The share of the same objective over several steps. */
  public static ResponseShare pooled(List<ResponseShare> shares, ResponseShare one) {
    List<ResponseShare> same =
        shares.stream()
            .filter(
                other ->
                    Objects.equals(one.transaction, other.transaction)
                        && one.maxMillis.equals(other.maxMillis)
                        && one.minSharePercent.equals(other.minSharePercent))
            .toList();
    long within = same.stream().mapToLong(ResponseShare::within).sum();
    long completed = same.stream().mapToLong(ResponseShare::completed).sum();
    return new ResponseShare(
        one.transaction, one.maxMillis, one.minSharePercent, within, completed, null, null);
  }

  /** Whether this is of the same objective. */
  public boolean isOf(ResponseTimeObjective limit) {
    return maxMillis.equals(limit.maxMillis())
        && minSharePercent.equals(limit.minSharePercent())
        && Objects.equals(transaction, limit.transaction());
  }
}
