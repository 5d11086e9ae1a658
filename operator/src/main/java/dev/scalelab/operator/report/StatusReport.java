package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.analysis.ScalingAnalysis;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ExperimentProgress;
import dev.scalelab.operator.api.Headline;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes an experiment's status from scratch, from its plan and the statuses of its trials. */
public final class StatusReport {
  private final ScalabilityExperiment experiment;
  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Workload workload;
  private final Instant now;

  /**
   * @param trials status of every trial that exists, by name
   * @param now for transition times of conditions that change now
   */
  public StatusReport(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> trials,
      Instant now) {
    this.experiment = experiment;
    this.plan = plan;
    this.workload = Workload.of(plan.spec());
    this.trials = trials;
    this.now = now;
  }

  /** The status of an experiment that can never run: terminal, and nothing was created. */
  public ScalabilityExperimentStatus rejected(List<Violation> violations) {
    return notAccepted(Phase.REJECTED, violations, true);
  }

  /** The status of an experiment that the cluster does not allow now; nothing was created. */
  public ScalabilityExperimentStatus queued(List<Violation> violations) {
    return notAccepted(Phase.QUEUED, violations, false);
  }

  private ScalabilityExperimentStatus notAccepted(
      Phase phase, List<Violation> found, boolean terminal) {
    List<Violation> violations =
        found.stream()
            .sorted(Comparator.comparing(violation -> !violation.reason().permanent()))
            .toList();
    Reason reason = violations.get(0).reason();
    String message = violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
    List<Condition> conditions =
        conditions()
            .add(Conditions.ACCEPTED, false, reason, message)
            .add(
                Conditions.FINISHED,
                terminal,
                terminal ? reason : Reason.IN_PROGRESS,
                terminal ? message : "not started")
            .build();
    return new ScalabilityExperimentStatus(
        generation(),
        phase,
        null,
        Conditions.shorten(message),
        startTime(),
        terminal ? conditions.get(1).getLastTransitionTime() : null,
        progress(null),
        null,
        plan.summary(),
        null,
        null,
        conditions);
  }

  /**
   * The status while it runs; {@code doing} says what it does now, null keeps what the status said
   * before.
   */
  public ScalabilityExperimentStatus running(String doing) {
    Optional<Configuration> current = current();
    boolean warm =
        current.map(trial -> trials.get(trial.name())).map(s -> s.testbedReadyTime()).isPresent();
    String message = doing != null ? doing : before().map(s -> s.message()).orElse(null);
    List<Condition> conditions =
        accepted()
            .add(
                Conditions.TESTBED_READY,
                warm,
                warm ? Reason.TESTBED_READY : Reason.IN_PROGRESS,
                current.map(Configuration::name).orElse("no current trial"))
            .add(
                Conditions.FINISHED,
                false,
                Reason.IN_PROGRESS,
                progress(null).trials() + " trials finished")
            .build();
    return status(
        Phase.RUNNING,
        null,
        message,
        null,
        current.map(Configuration::name).orElse(null),
        headline(latestStep(), rows()),
        conditions);
  }

  /** The terminal status: succeeded when every trial did, with the verdict on what was measured. */
  public ScalabilityExperimentStatus finished() {
    Optional<Configuration> failed = plan.failed(trials);
    if (failed.isPresent()) {
      ScalabilityTrialStatus trial = trials.get(failed.get().name());
      return ended(Phase.FAILED, trial.reason(), failed.get().name() + ": " + trial.message());
    }
    return ended(Phase.SUCCEEDED, Reason.COMPLETED, judgement().message());
  }

  /** The terminal status of an experiment that could not go on; what was measured is kept. */
  public ScalabilityExperimentStatus gaveUp(Reason reason, String message) {
    return ended(Phase.FAILED, reason, message);
  }

  private ScalabilityExperimentStatus ended(Phase phase, Reason reason, String message) {
    boolean finishedBefore = before().map(ScalabilityExperimentStatus::ended).orElse(false);
    String completion =
        finishedBefore ? before().map(s -> s.completionTime()).orElse(null) : now.toString();
    return status(
        phase,
        judgement(),
        message,
        completion,
        null,
        headline(null, rows()),
        accepted().add(Conditions.FINISHED, true, reason, message).build());
  }

  private Judgement judgement() {
    return Judgement.of(
        rows(), plan.configurations().size(), plan.spec().objectives(), workload.usesQueues());
  }

  private ScalabilityExperimentStatus status(
      Phase phase,
      Judgement judgement,
      String message,
      String completion,
      String currentTrial,
      Headline headline,
      List<Condition> conditions) {
    List<ConfigurationResult> rows = rows();
    return new ScalabilityExperimentStatus(
        generation(),
        phase,
        judgement == null ? null : judgement.verdict(),
        Conditions.shorten(message),
        startTime(),
        completion,
        progress(currentTrial),
        Effective.of(plan.spec()),
        plan.summary(),
        headline,
        rows.isEmpty() ? null : rows,
        conditions);
  }

  private List<ConfigurationResult> rows() {
    return ScalingAnalysis.of(
        plan.configurations().stream()
            .filter(trial -> trials.containsKey(trial.name()))
            .filter(trial -> trials.get(trial.name()).result() != null)
            .map(
                trial ->
                    new Measured(
                        trial.name(),
                        trial.variant(),
                        trial.replicas(),
                        trials.get(trial.name()).result()))
            .toList(),
        workload.countsBusinessOperations());
  }

  /**
   * While a trial is on its latest step's figures, against the smallest configuration's peak; at
   * the end the last row's.
   */
  private Headline headline(StepResult latest, List<ConfigurationResult> rows) {
    Integer pods = current().map(Configuration::replicas).orElse(null);
    if (latest != null) {
      return new Headline(
          pods,
          latest.throughputPerSecond(),
          speedup(latest, rows),
          TrialReport.millis(latest.p95Millis()),
          Rounding.two(latest.requestsPerSecond()),
          null);
    }
    if (pods != null || rows.isEmpty()) {
      return pods == null ? null : new Headline(pods, null, null, null, null, null);
    }
    ConfigurationResult last = rows.get(rows.size() - 1);
    return new Headline(
        last.replicas(),
        last.peakPerSecond(),
        last.speedup(),
        TrialReport.millis(last.p95Millis()),
        last.requestsPerSecond(),
        last.bbopsPerMinute());
  }

  /** None while less is asked for than the smallest configuration gave: it would tell nothing. */
  private static Double speedup(StepResult latest, List<ConfigurationResult> rows) {
    Double first = rows.isEmpty() ? null : rows.get(0).peakPerSecond();
    return first == null || first == 0 || asked(latest) < first
        ? null
        : (Double) Rounding.two(latest.ofTheMixPerSecond() / first);
  }

  /** Users ask for all that they can get. */
  private static double asked(StepResult step) {
    return step.users() == null ? step.targetPerSecond() : Double.MAX_VALUE;
  }

  private StepResult latestStep() {
    return current()
        .map(trial -> trials.get(trial.name()))
        .flatMap(TrialReport::latestStep)
        .orElse(null);
  }

  /** The trial that failed, else the one that is worked on. */
  private Optional<Configuration> current() {
    return plan.failed(trials).or(() -> plan.current(trials));
  }

  private boolean ended(Configuration trial) {
    ScalabilityTrialStatus status = trials.get(trial.name());
    return status != null && status.ended();
  }

  private ExperimentProgress progress(String currentTrial) {
    int finished = (int) plan.configurations().stream().filter(this::ended).count();
    int total = plan.configurations().size();
    ScalabilityTrialStatus current = currentTrial == null ? null : trials.get(currentTrial);
    return new ExperimentProgress(
        finished + "/" + total,
        finished,
        total,
        currentTrial,
        current == null || current.progress() == null ? null : current.progress().step(),
        (int)
            trials.values().stream()
                .flatMap(trial -> trial.runs().stream())
                .filter(run -> run.phase() == RunPhase.INVALID)
                .count(),
        currentTrial == null ? null : Estimate.completion(plan, trials));
  }

  /** A trial that was deleted since has started it all the same. */
  private String startTime() {
    return Stream.concat(
            before().map(ScalabilityExperimentStatus::startTime).stream(),
            trials.values().stream().map(ScalabilityTrialStatus::startTime))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Conditions accepted() {
    return conditions()
        .add(Conditions.ACCEPTED, true, Reason.ACCEPTED, "spec and cluster allow the experiment");
  }

  private Conditions conditions() {
    return new Conditions(before().map(s -> s.conditions()).orElse(null), generation(), now);
  }

  private Optional<ScalabilityExperimentStatus> before() {
    return Optional.ofNullable(experiment.getStatus());
  }

  private Long generation() {
    return experiment.getMetadata().getGeneration();
  }
}
