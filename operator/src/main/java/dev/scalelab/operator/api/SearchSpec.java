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
@ValidationRule(
    value =
        "!has(self.model) || self.model != 'Closed' || !has(self.max) || !has(self.tolerancePercent) || self.max *"
            + " self.tolerancePercent >= 100",
    fieldPath = ".tolerancePercent",
    message =
        "tolerancePercent of max must be at least one user: with less no two numbers of users up to max are so close; raise"
            + " it or max")
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

  /**
   * A rule of the experiment: users who pause start few transactions in a window, however fast the
   * servers are. Of several kinds of client the shortest pause counts.
   */
  static final String PAUSED =
      "!has(self.load.search) || self.load.search.model != 'Closed' || 10 * self.load.search.tolerancePercent *"
          + " (self.workload.type == 'ECperf' && !has(self.workload.mix) ? (self.load.search.min + 7) / 8 * 8 :"
          + " self.load.search.min) * (self.load.step.seconds - self.load.step.settleSeconds) >= (self.workload.type =="
          + " 'ECperf' ? (has(self.workload.ecperf) ? self.workload.ecperf.pacingMillis : 5000) :"
          + " has(self.workload.cells) && has(self.workload.cells.clients) ? self.workload.cells.clients.map(c,"
          + " has(c.thinkMillis) ? c.thinkMillis : 0).min() : has(self.workload.thinkTime) ? ("
          + ThinkTimeSpec.PAUSES
          + " + 1) * (self.workload.thinkTime.minMillis + self.workload.thinkTime.maxMillis) / 2 : 0)";

  static final String PAUSED_MESSAGE =
      "min users start too few transactions in the measured part of a step (seconds less settleSeconds), because of their"
          + " pauses (thinkTime, cells.clients, ecperf.pacingMillis): tolerancePercent of them must be at least one, else the"
          + " step cannot show such a difference; raise it, min or step.seconds";

  /** Whether users come back, rather than arrive at a rate. */
  public boolean closed() {
    return model == LoadModel.CLOSED;
  }
}
