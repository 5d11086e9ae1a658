package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a step must meet to count as capacity, and what the verdict judges. */
public record ObjectivesSpec(
    @JsonPropertyDescription(
            "Limits of response times; a step must meet all of them. Default: p95 of all transactions within 2000 ms; for"
                + " ECperf p95 within 5000 ms, and ECperf's own p90 of 2000 ms for order transactions and 5000 ms for workOrder.")
        @Size(min = 1, max = 20)
        List<ResponseTimeObjective> responseTimes,
    @JsonPropertyDescription(
            "Maximum share of a step's transactions that may fail, in percent, as \"0.1\". Default 1.")
        @Default("1")
        @ValidationRule(
            value =
                "string(self).matches('^[0-9]{1,3}([.][0-9]{1,3})?$') && !quantity(string(self)).isGreaterThan(quantity('100'))",
            message = "maxErrorPercent must be a number from 0 to 100, with up to three decimals")
        Quantity maxErrorPercent,
    @JsonPropertyDescription(
            "Minimum efficiency of every configuration, in percent: its speed-up against the ideal one. Default: not judged.")
        @Min(1)
        @Max(200)
        Integer minEfficiencyPercent,
    @JsonPropertyDescription(
            "Minimum capacity of every configuration, in transactions per second. Default: not judged.")
        @Min(1)
        @Max(1000000)
        Integer minCapacityPerSecond)
    implements OmitsNulls {
  private static final int DEFAULT_MILLIS = 2000;

  /** These objectives, with default response time limits if none are given. */
  public ObjectivesSpec or(List<ResponseTimeObjective> usual) {
    return responseTimes == null
        ? new ObjectivesSpec(usual, maxErrorPercent, minEfficiencyPercent, minCapacityPerSecond)
        : this;
  }

  /** Maximum of failed transactions, in percent. */
  public double errorPercent() {
    return maxErrorPercent.getNumericalAmount().doubleValue();
  }

  /**
   * Whether a step counts as capacity by the errors and percentiles of all its transactions
   * together.
   *
   * @param completed transactions that succeeded; without any no objective is met
   * @param percentiles their percentiles in milliseconds, by name as "95"
   * @param errorPercent failed ones, in percent of all that ended
   */
  public boolean met(long completed, Function<String, Double> percentiles, double errorPercent) {
    return completed > 0
        && errorPercent <= errorPercent()
        && responseTimes.stream()
            .filter(limit -> limit.transaction() == null && limit.percentile() != null)
            .allMatch(limit -> percentiles.apply(limit.percentile()) <= limit.maxMillis());
  }

  /** Whether each percentile of a transaction that has its own limit met it in a step. */
  public boolean metByEach(List<TransactionResult> transactions) {
    return transactions.stream()
        .allMatch(
            transaction ->
                responseTimes.stream()
                    .filter(limit -> transaction.name().equals(limit.transaction()))
                    .filter(limit -> limit.percentile() != null)
                    .allMatch(limit -> met(transaction, limit)));
  }

  /**
   * Without a successful transaction there is no percentile: a limit is met if none was attempted.
   */
  private static boolean met(TransactionResult transaction, ResponseTimeObjective limit) {
    return transaction.ok() == 0
        ? transaction.failed() == 0
        : transaction.percentile(limit.percentile()) <= limit.maxMillis();
  }

  /**
   * The strictest limit of a percentile of all transactions, in milliseconds; empty without any.
   */
  public OptionalInt maxMillis(String percentile) {
    return responseTimes.stream()
        .filter(limit -> limit.transaction() == null && percentile.equals(limit.percentile()))
        .mapToInt(ResponseTimeObjective::maxMillis)
        .min();
  }

  /** The longest limit of all transactions together, in milliseconds; 2000 without any. */
  public int longestMillis() {
    return responseTimes.stream()
        .filter(limit -> limit.transaction() == null)
        .mapToInt(ResponseTimeObjective::maxMillis)
        .max()
        .orElse(DEFAULT_MILLIS);
  }

  @Override
  public String toString() {
    String errors = "errors <= %s %%".formatted(maxErrorPercent);
    return responseTimes == null
        ? errors
        : responseTimes.stream()
            .map(ResponseTimeObjective::toString)
            .collect(Collectors.joining(", ", "", " and " + errors));
  }
}
