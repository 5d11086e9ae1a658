package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a step must meet to count as capacity, and what the verdict judges. */
public record ObjectivesSpec(
    @JsonPropertyDescription(
            "Most that the 95th percentile of a step's response times may be, in milliseconds. Default 2000, and 5000 where"
                + " workload.ecperf is given.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Min(1)
        @Max(600000)
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
        Integer efficiencyPercent,
    @JsonPropertyDescription(
            "Most that the 90th percentile of a kind of transaction may be in a step, in milliseconds, by the transaction's"
                + " name; each that is named must keep to its own, and not fail whenever it is tried. Where workload.ecperf is given"
                + " the default is ECperf's: 2000 for newOrder, changeOrder, orderStatus and customerStatus, and 5000 for"
                + " workOrder. Else none is judged when not given.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Size(min = 1, max = 10)
        Map<String, @Min(1) @Max(600000) Integer> transactionP90Millis) {

  /** These, with others where none are given. */
  ObjectivesSpec or(int usualP95Millis, Map<String, Integer> usualTransactionP90Millis) {
    return new ObjectivesSpec(
        p95Millis == null ? usualP95Millis : p95Millis,
        errorPercent,
        efficiencyPercent,
        transactionP90Millis == null ? usualTransactionP90Millis : transactionP90Millis);
  }

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

  /** Whether each kind of transaction of a step that has an objective of its own met it. */
  public boolean metByEach(List<TransactionResult> transactions) {
    return transactionP90Millis == null || transactions.stream().allMatch(this::metBy);
  }

  private boolean metBy(TransactionResult transaction) {
    Integer most = transactionP90Millis.get(transaction.name());
    if (most == null) {
      return true;
    }
    boolean allFailed = transaction.ok() == 0 && transaction.failed() > 0;
    // There is none where there were none, nor where an older operator recorded the step.
    Double p90 = transaction.p90Millis();
    return !allFailed && (p90 == null || p90 <= most);
  }

  /** What a step must meet, for people. */
  public String inWords() {
    StringBuilder words = new StringBuilder("p95 <= %d ms".formatted(p95Millis));
    if (transactionP90Millis != null) {
      new TreeMap<>(transactionP90Millis)
          .forEach((name, most) -> words.append(", p90 of %s <= %d ms".formatted(name, most)));
    }
    return words + " and errors <= %d %%".formatted(errorPercent);
  }
}
