package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * A search for the capacity: the highest load at which every objective is met. Its rules allow for
 * absent fields, as those of StepSpec do.
 */
@ValidationRule(
    value = "!has(self.min) || !has(self.max) || self.min < self.max",
    fieldPath = ".min",
    message = "min must be less than max: the capacity is searched for between them")
public record SearchSpec(
    @JsonPropertyDescription(
            "Open: transactions arrive at a rate, and the capacity is the highest rate. Closed: users start a transaction when"
                + " the one before has ended, and the capacity is the throughput of the largest number of users. Capacities of"
                + " the two are not comparable: an open load shows queues that grow without end, which a closed one hides."
                + " Default Open.")
        @Default("Open")
        LoadModel model,
    @JsonPropertyDescription(
            "Lowest load that is tried, in transactions per second or users. Default 1.")
        @Min(1)
        @Max(50000)
        @Default("1")
        Integer min,
    @JsonPropertyDescription(
            "Highest load that is tried, in transactions per second or users. A configuration that meets every objective at it"
                + " is not saturated: its capacity is at least that. The default of workload.scale is derived from it. Default"
                + " 400.")
        @Min(2)
        @Max(50000)
        @Default("400")
        Integer max,
    @JsonPropertyDescription(
            "The search of a round ends when the load that met the objectives and the one that did not are this close, in"
                + " percent. Default 5.")
        @Min(1)
        @Max(50)
        @Default("5")
        Integer tolerancePercent) {
  /** A rule of the experiment: the dataset is large enough for the highest load. */
  static final String SCALED =
      "!(self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal']) || !has(self.load.search) ||"
          + " self.load.search.max <= (self.load.search.model == 'Closed' ? 150 : 20) * (has(self.workload.scale) ?"
          + " self.workload.scale : 1000)";

  static final String SCALED_MESSAGE =
      "scale must be at least a twentieth of load.search.max, and of a closed load the 150th part of its users: else"
          + " transactions in flight work on the same few rows, and wait for each other rather than for the servers";

  /** Whether users come back, rather than arrive at a rate. */
  public boolean closed() {
    return model == LoadModel.CLOSED;
  }
}
