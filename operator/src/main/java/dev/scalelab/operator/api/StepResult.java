package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/**
 * One load level, measured: what the client saw, and the servers' evidence over the same window.
 */
public record StepResult(
    @JsonPropertyDescription("Number of the step, from 1.") Integer step,
    @JsonPropertyDescription("The load that was requested.") StepTarget target,
    @JsonPropertyDescription("The measured part of the step.") StepWindow window,
    @JsonPropertyDescription("What the client counted in the window.") StepCounts counts,
    @JsonPropertyDescription("Completed transactions per second of the window.")
        Double throughputPerSecond,
    @JsonPropertyDescription(
            "Throughput of the target mix, from which peaks are determined: arrivals per second"
                + " times the completed fraction, where each transaction is weighted by its number"
                + " of requests.")
        Double mixPerSecond,
    @JsonPropertyDescription("Failed transactions, in percent of the ended ones.")
        Double errorPercent,
    @JsonPropertyDescription("Response times of all transactions that completed.")
        ResponseTimes responseTimes,
    @JsonPropertyDescription(
            "Whether the step met every objective. To count as capacity, a stream in addition to the"
                + " load must also be kept: see stream.kept.")
        Boolean objectivesMet,
    @JsonPropertyDescription("Figures of each kind of transaction.") @Size(max = 64)
        List<TransactionResult> transactions,
    @JsonPropertyDescription("The most frequent failures.") @Size(max = 10)
        List<FailureCount> errors,
    @JsonPropertyDescription("Requests that each server answered, as the client saw it.")
        @Size(max = 100)
        List<PodShare> pods,
    @JsonPropertyDescription("The load generator's own condition.") GeneratorResult generator,
    @JsonPropertyDescription(
            "Constant stream of transactions in addition to the load, not included in the other"
                + " counts; absent for workloads without one.")
        StreamResult stream,
    @JsonPropertyDescription("Clocks by which the step was measured.") StepClocks clocks,
    @JsonPropertyDescription("The servers' side of the window; absent until it is collected.")
        Evidence evidence,
    @JsonPropertyDescription("Why the evidence could not be collected.")
        @Size(max = Message.LONGEST)
        String evidenceMissing,
    @JsonPropertyDescription(
            "Why the step cannot be trusted, as soon as the servers' side of it is known; absent when it can.")
        InvalidStep invalid)
    implements OmitsNulls {

  /**
   * Builder of a step from its number, load, window and counts; the other parts are set by name.
   */
  public static Builder of(int step, StepTarget target, StepWindow window, StepCounts counts) {
    return new Builder(step, target, window, counts);
  }

  /** Requests answered per second, without those of a stream. */
  public double requestsPerSecond() {
    return counts.requests() / window.seconds();
  }

  /** Whether the stream in addition to the load, if there is one, is known to have been kept. */
  public boolean keptStream() {
    return stream == null || Boolean.TRUE.equals(stream.kept());
  }

  /** Whether the stream in addition to the load is known not to have been kept. */
  public boolean missedStream() {
    return stream != null && Boolean.FALSE.equals(stream.kept());
  }

  /**
   * The same step; the bounds of the generators' clocks are kept, and set if there are none yet.
   *
   * @param generators those of each generator, by the number of its pod; may be null
   */
  public StepResult seenAt(Map<String, ClockBounds> generators) {
    return clocks != null || generators == null
        ? this
        : compared(new StepClocks(generators, null, null));
  }

  /** The same step with Prometheus' clock and those of nodes; null if they are unknown. */
  public StepResult evidenceAt(StepClocks found) {
    return found == null
        ? this
        : compared(
            new StepClocks(
                clocks == null ? null : clocks.generators(), found.prometheus(), found.nodes()));
  }

  private StepResult compared(StepClocks found) {
    Builder same = toBuilder();
    same.clocks = found;
    return same.build();
  }

  /** The same step with the servers' side of its window, which null removes; not validated yet. */
  public StepResult with(Evidence found) {
    return with(found, null, null);
  }

  /** The same step, whose evidence cannot be collected; not validated yet. */
  public StepResult withoutEvidence(String why) {
    return with(null, Message.shorten(why), null);
  }

  /** The same step, validated; null means that it can be trusted. */
  public StepResult judged(InvalidStep why) {
    return with(evidence, evidenceMissing, why);
  }

  /** Whether the servers' side is complete. */
  public boolean settled() {
    return evidence != null || evidenceMissing != null;
  }

  private StepResult with(Evidence found, String missing, InvalidStep why) {
    Builder same = toBuilder();
    same.evidence = found;
    same.evidenceMissing = missing;
    same.stream = stream == null ? null : stream.judged(found == null ? null : found.queue());
    same.invalid = why;
    return same.build();
  }

  /** A builder that starts with a copy of this step. */
  public Builder toBuilder() {
    Builder same = of(step, target, window, counts);
    same.throughputPerSecond = throughputPerSecond;
    same.mixPerSecond = mixPerSecond;
    same.errorPercent = errorPercent;
    same.responseTimes = responseTimes;
    same.objectivesMet = objectivesMet;
    same.transactions = transactions;
    same.errors = errors;
    same.pods = pods;
    same.generator = generator;
    same.stream = stream;
    same.clocks = clocks;
    same.evidence = evidence;
    same.evidenceMissing = evidenceMissing;
    same.invalid = invalid;
    return same;
  }

  /** Builder that sets the parts of a step by name; parts that are not set are absent. */
  public static final class Builder {
    private final Integer step;
    private final StepTarget target;
    private final StepWindow window;
    private StepCounts counts;
    private Double throughputPerSecond;
    private Double mixPerSecond;
    private Double errorPercent;
    private ResponseTimes responseTimes;
    private Boolean objectivesMet;
    private List<TransactionResult> transactions;
    private List<FailureCount> errors;
    private List<PodShare> pods;
    private GeneratorResult generator;
    private StreamResult stream;
    private StepClocks clocks;
    private Evidence evidence;
    private String evidenceMissing;
    private InvalidStep invalid;

    private Builder(int step, StepTarget target, StepWindow window, StepCounts counts) {
      this.step = step;
      this.target = target;
      this.window = window;
      this.counts = counts;
    }

    public Builder counts(StepCounts counted) {
      counts = counted;
      return this;
    }

    public Builder throughputPerSecond(double perSecond) {
      throughputPerSecond = perSecond;
      return this;
    }

    public Builder mixPerSecond(double perSecond) {
      mixPerSecond = perSecond;
      return this;
    }

    public Builder errorPercent(double percent) {
      errorPercent = percent;
      return this;
    }

    public Builder responseTimes(ResponseTimes times) {
      responseTimes = times;
      return this;
    }

    public Builder objectivesMet(boolean met) {
      objectivesMet = met;
      return this;
    }

    public Builder transactions(List<TransactionResult> each) {
      transactions = each;
      return this;
    }

    public Builder errors(List<FailureCount> failures) {
      errors = failures;
      return this;
    }

    public Builder pods(List<PodShare> shares) {
      pods = shares;
      return this;
    }

    public Builder generator(GeneratorResult condition) {
      generator = condition;
      return this;
    }

    public Builder clocks(StepClocks compared) {
      clocks = compared;
      return this;
    }

    public Builder stream(StreamResult beside) {
      stream = beside;
      return this;
    }

    public StepResult build() {
      return new StepResult(
          step,
          target,
          window,
          counts,
          throughputPerSecond,
          mixPerSecond,
          errorPercent,
          responseTimes,
          objectivesMet,
          transactions,
          errors,
          pods,
          generator,
          stream,
          clocks,
          evidence,
          evidenceMissing,
          invalid);
    }
  }
}
