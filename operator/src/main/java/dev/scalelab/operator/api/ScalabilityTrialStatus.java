package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Results of a trial so far. A step that is recorded here is never measured again. */
@RecordBuilder
public record ScalabilityTrialStatus(
    @JsonPropertyDescription(
            "A trial is Running, Succeeded, Failed, or Terminated (its experiment was, before a valid run); other values are used by"
                + " experiments only.")
        Phase phase,
    @JsonPropertyDescription(
            "Why it failed, or why repetitions that were added later could not be measured.")
        Reason reason,
    @JsonPropertyDescription("What it is doing, or why it failed.") @Size(max = Message.LONGEST)
        String message,
    @JsonPropertyDescription("When it began (RFC 3339).") String startTime,
    @JsonPropertyDescription("When the servers were ready and warm (RFC 3339).")
        String testbedReadyTime,
    @JsonPropertyDescription(
            "Transactions that each server had completed when the warm-up ended, on average.")
        Double warmUpTransactionsEach,
    @JsonPropertyDescription("When it ended (RFC 3339).") String completionTime,
    @JsonPropertyDescription("The figures that kubectl get shows.") TrialProgress progress,
    @JsonPropertyDescription("Its figures, once it has succeeded.") TrialResult result,
    @JsonPropertyDescription(
            "The testbed's pods and the nodes that they ran on: at most 128, those of the load last.")
        @Size(max = ScalabilityTrialStatus.MAX_PLACED)
        List<PodPlacement> placement,
    @JsonPropertyDescription("The runs, oldest first; invalid ones are kept with their reason.")
        @Size(max = 99)
        List<RunResult> runs,
    @JsonPropertyDescription("Rounds of a search that have ended, in order.") @Size(max = 10)
        List<SearchRound> searched,
    @JsonPropertyDescription("What it waits for, before and between runs.") Waiting waiting,
    @JsonPropertyDescription("What the next run does; absent until its load is started.")
        RunPlan nextRun)
    implements OmitsNulls, ScalabilityTrialStatusBuilder.With {
  static final int MAX_PLACED = 128;

  public ScalabilityTrialStatus {
    // With sixteen load generators per run, there are more pods than that after some runs.
    placement = placement == null ? null : placement.stream().limit(MAX_PLACED).toList();
    runs = runs == null ? List.of() : List.copyOf(runs);
    searched = searched == null ? List.of() : List.copyOf(searched);
    message = Message.shorten(message);
  }

  /** Its valid runs, oldest first. */
  public List<RunResult> validRuns() {
    return runs.stream().filter(run -> run.phase() == RunPhase.VALID).toList();
  }

  /** Whether nothing more happens. */
  public boolean ended() {
    return Phase.ended(phase);
  }

  /**
   * The same trial without its steps and the rest that only its own reconciliation needs. The valid
   * runs of a successful one are counted in its result.
   *
   * @param canonical returns equal lists of images as one
   */
  public ScalabilityTrialStatus summary(UnaryOperator<List<PodPlacement>> canonical) {
    List<RunResult> kept =
        runs.stream()
            .filter(run -> phase != Phase.SUCCEEDED || run.phase() == RunPhase.INVALID)
            .map(RunResult::summary)
            .toList();
    List<PodPlacement> images =
        placement == null
            ? null
            : canonical.apply(placement.stream().map(PodPlacement::ofImage).distinct().toList());
    return with(all -> all.placement(images).runs(kept).nextRun(null));
  }

  /** The same trial, resumed for more runs; its figures stay until it ends again. */
  public ScalabilityTrialStatus reopened() {
    return with(
        all ->
            all.phase(Phase.RUNNING)
                .reason(null)
                .message(null)
                .testbedReadyTime(null)
                .warmUpTransactionsEach(null)
                .completionTime(null)
                .waiting(null));
  }

  /** A trial that has just started. */
  public static ScalabilityTrialStatus begun(String when) {
    return ScalabilityTrialStatusBuilder.builder()
        .phase(Phase.RUNNING)
        .startTime(when)
        .runs(List.of())
        .build();
  }

  /** The same trial without a testbed: its servers have to be recreated. */
  public ScalabilityTrialStatus cold() {
    return warm(null, null);
  }

  /**
   * The same trial with a warm testbed.
   *
   * @param transactionsEach transactions that each server has completed to become warm; null when
   *     not known
   */
  public ScalabilityTrialStatus warm(String when, Double transactionsEach) {
    return with(
        all -> all.testbedReadyTime(when).warmUpTransactionsEach(transactionsEach).waiting(null));
  }

  /** The same trial with the placement of its pods. */
  public ScalabilityTrialStatus placed(List<PodPlacement> where) {
    return withPlacement(where);
  }

  /** The same trial with other runs. */
  public ScalabilityTrialStatus withRuns(List<RunResult> others, TrialProgress newProgress) {
    return with(all -> all.runs(others).progress(newProgress));
  }

  /** The same trial with a round of its search that has ended; once, whoever records it. */
  public ScalabilityTrialStatus searched(SearchRound round) {
    List<SearchRound> rounds = new ArrayList<>(searched());
    if (rounds.size() >= round.round()) {
      return this;
    }
    rounds.add(round);
    return withSearched(rounds);
  }

  /** The same trial, ended. */
  public ScalabilityTrialStatus ended(
      Phase how, Reason why, String message, String when, TrialResult figures) {
    return with(
        all ->
            all.phase(how)
                .reason(why)
                .message(message)
                .completionTime(when)
                .result(figures)
                .waiting(null));
  }

  /** The same trial, which waits for another part now; null: it waits for nothing. */
  public ScalabilityTrialStatus waitingFor(Waiting next) {
    return withWaiting(next);
  }

  /** The same trial with what its next run does. */
  public ScalabilityTrialStatus planning(RunPlan run) {
    return withNextRun(run);
  }

  /** The same trial with a Job that was created for the part that it waits for. */
  public ScalabilityTrialStatus created(String job) {
    return waiting == null ? this : waitingFor(new Waiting(waiting.part(), waiting.since(), job));
  }
}
