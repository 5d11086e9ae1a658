package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;

/** The load that every configuration gets: levels held one after another. */
@ValidationRule(
    value = "[has(self.open), has(self.closed), has(self.search)].exists_one(given, given)",
    message =
        "give open (rates at which transactions arrive), closed (numbers of users) or search (the capacity is searched for),"
            + " and only one of them")
@ValidationRule(
    value =
        "!has(self.closed) || !has(self.closed.transactionsPerUser) || self.generators.count == 1",
    fieldPath = ".closed.transactionsPerUser",
    message =
        "transactionsPerUser must not be given with several generators: each would end the measured part by itself")
@ValidationRule(
    value =
        "!has(self.closed) || !has(self.closed.transactionsPerUser) || self.step.seconds - self.step.settleSeconds > 10",
    fieldPath = ".closed.transactionsPerUser",
    message =
        "transactionsPerUser must not be given with a measured part, step.seconds less step.settleSeconds, of 10 s or less:"
            + " users must take at least 10 s")
@ValidationRule(
    value =
        "(!has(self.open) || self.open.rates.all(r, r * (self.step.seconds - self.step.settleSeconds) >= self.generators.count)) &&"
            + " (!has(self.closed) || self.closed.users.all(u, u >= self.generators.count)) &&"
            + " (!has(self.search) || (self.search.model == 'Closed' ? 1 : self.step.seconds - self.step.settleSeconds) *"
            + " self.search.min >= self.generators.count)",
    fieldPath = ".generators.count",
    message =
        "count must not be more than the users of any step, nor than the arrivals in its measured part: each generator must"
            + " have something to do")
@ValidationRule(
    value =
        "!has(self.search) || self.search.model == 'Closed' || self.search.min * (self.step.seconds -"
            + " self.step.settleSeconds) * self.search.tolerancePercent >= 100",
    fieldPath = ".search.tolerancePercent",
    message =
        "tolerancePercent of min, over the measured part of a step (seconds less settleSeconds), must be at least one"
            + " transaction: with less the step cannot show such a difference; raise it, min or step.seconds")
@ValidationRule(
    value =
        "!has(self.open) || !has(self.open.spikePercent) || self.step.seconds - self.step.settleSeconds >= 10 &&"
            + " self.open.rates.all(r, r * (self.step.seconds - self.step.settleSeconds) * self.open.spikePercent >= 200)",
    fieldPath = ".open.spikePercent",
    message =
        "spikePercent must be given with a measured part, step.seconds less step.settleSeconds, of 10 s or more, so that it shows"
            + " what the spike does, and be two transactions or more of that of every step")
@ValidationRule(
    value = "!has(self.search) || !has(self.step.closing) || !self.step.closing",
    fieldPath = ".step.closing",
    message = "closing must not be given with load.search: it repeats loads itself")
@RecordBuilder
public record LoadSpec(
    @JsonPropertyDescription(
            "Open model: transactions arrive at a rate, independent of the servers' responses. Set one"
                + " of open, closed and search.")
        OpenLoadSpec open,
    @JsonPropertyDescription(
            "Closed model: a number of users, each of whom starts a transaction when the one before has ended."
                + " Set one of open, closed and search.")
        ClosedLoadSpec closed,
    @JsonPropertyDescription(
            "Search for the highest load at which every objective is met, in each repetition; {} has defaults for all of it."
                + " Set one of open, closed and search.")
        SearchSpec search,
    @JsonPropertyDescription("How long each load level is held, and which part of it is measured.")
        @Default("{}")
        StepSpec step,
    @JsonPropertyDescription("Load on freshly started servers before the first run.") @Default("{}")
        WarmUpSpec warmUp,
    @JsonPropertyDescription(
            "Valid runs of each trial; their mean is the configuration's figure. Default 3.")
        @Min(1)
        @Max(10)
        @Default("3")
        Integer repetitions,
    @JsonPropertyDescription("Seed of every random choice of the load generator. Default 1.")
        @Default("1")
        Long seed,
    @JsonPropertyDescription(
            "Time after which a request without a response counts as failed, in milliseconds."
                + " Default 10000.")
        @Min(100)
        @Max(120000)
        @Default("10000")
        Integer requestTimeoutMillis,
    @JsonPropertyDescription("The load generators.") @Default("{}") GeneratorsSpec generators)
    implements OmitsNulls, LoadSpecBuilder.With {
  /** Per round, as the mean of three: a first one takes six to eight, later ones about five. */
  private static final int STEPS_OF_A_SEARCH = 6;

  /** Whether users come back (closed model) rather than arrive at a rate (open model). */
  public boolean closedModel() {
    return closed != null || search != null && search.closed();
  }

  /** Whether the capacity is searched for, rather than given loads measured. */
  public boolean searches() {
    return search != null;
  }

  /** Highest arrival rate of a step, per second; 0 in a closed model. */
  public int maxRate() {
    return closedModel() ? 0 : Collections.max(levels());
  }

  /** Largest number of users of a step; 0 in an open model. */
  public int maxUsers() {
    return closedModel() ? Collections.max(levels()) : 0;
  }

  /** Transactions of each user after which a step's window ends; null without such a number. */
  public Integer transactionsPerUser() {
    return closed == null ? null : closed.transactionsPerUser();
  }

  /** Number of steps of one repetition; of a search, about as many as it usually needs. */
  public int steps() {
    return searches() ? STEPS_OF_A_SEARCH : levels().size();
  }

  /** Number of steps of one run: each run of a search has one. */
  public int stepsOfARun() {
    return searches() ? 1 : levels().size();
  }

  /**
   * The level of each step: users in a closed model, else arrivals per second; of a search its
   * bounds.
   */
  public List<Integer> levels() {
    if (searches()) {
      return List.of(search.min(), search.max());
    }
    return step.withClosing(closed == null ? open.rates() : closed.users());
  }

  /** Length of one repetition's steps in seconds, settling included. */
  public int runSeconds() {
    return steps() * step.seconds();
  }
}
