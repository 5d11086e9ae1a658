package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ExperimentProgress;
import dev.scalelab.operator.api.Headline;
import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TestbedPolicy;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.plan.Violation;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes an experiment's complete status from its plan and the statuses of its trials. */
public final class StatusReport {
  private final ScalabilityExperiment experiment;
  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Schedule schedule;
  private final List<ConfigurationResult> rows;
  private final List<Measured> measuredTrials;
  private final StudiedRows studied;
  private final Instant now;
  private final RecentAnswers recent;

  /**
   * @param trials status of every trial that exists, by name
   * @param now for transition times of conditions that change now, and for the estimate
   * @param recent what was answered before
   */
  public StatusReport(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> trials,
      Instant now,
      RecentAnswers recent) {
    this.experiment = experiment;
    this.plan = plan;
    this.trials = trials;
    this.schedule = new Schedule(plan, trials);
    var configurations = new ConfigurationRows(schedule);
    this.rows = configurations.all();
    this.measuredTrials = configurations.measured();
    this.studied = StudiedRows.of(plan, rows);
    this.now = now;
    this.recent = recent;
  }

  /** The status of an experiment that can never run: terminal, and nothing was created. */
  public ScalabilityExperimentStatus rejected(List<Violation> violations) {
    return notAccepted(Phase.REJECTED, violations, true);
  }

  /**
   * The status of an experiment that the cluster does not allow now, or that waits for others: it
   * has no testbed.
   */
  public ScalabilityExperimentStatus queued(List<Violation> violations) {
    boolean paused = before().map(s -> s.pauses()).map(p -> p.since()).isPresent();
    return paused
        ? new PauseReport(this, now).queued(violations)
        : notAccepted(Phase.QUEUED, violations, false);
  }

  /** The status of an experiment that is suspended, and has no testbed. */
  public ScalabilityExperimentStatus suspended(String message) {
    return new PauseReport(this, now).suspended(message, plan.violations());
  }

  /** The status with which it continues after a pause. */
  public ScalabilityExperimentStatus resumed() {
    ScalabilityExperimentStatus running = running("Continues after a pause", List.of());
    return running.withPauses(PauseStatus.ended(running.pauses(), now));
  }

  private ScalabilityExperimentStatus notAccepted(
      Phase phase, List<Violation> found, boolean terminal) {
    List<Violation> violations =
        found.stream()
            .sorted(Comparator.comparing(violation -> !violation.reason().permanent()))
            .toList();
    Reason reason = violations.get(0).reason();
    String message = Violation.text(violations);
    List<Condition> conditions =
        conditions()
            .add(Conditions.ACCEPTED, false, reason, message)
            .add(
                Conditions.FINISHED,
                terminal,
                terminal ? reason : Reason.IN_PROGRESS,
                terminal ? message : "not started")
            .build();
    return ScalabilityExperimentStatusBuilder.builder()
        .observedGeneration(generation())
        .phase(phase)
        .message(Conditions.shorten(message))
        .startTime(startTime())
        .completionTime(terminal ? conditions.get(1).getLastTransitionTime() : null)
        .progress(progress(null))
        .plan(plan.summary())
        .conditions(conditions)
        .build();
  }

  /**
   * The status while it runs.
   *
   * @param doing its current activity; null keeps the previous message
   * @param expected what is missing if it starts before its nodes are created
   */
  public ScalabilityExperimentStatus running(String doing, List<Violation> expected) {
    Optional<Configuration> current = schedule.next();
    boolean warm =
        current.map(one -> trials.get(one.name())).map(s -> s.testbedReadyTime()).isPresent();
    String message = doing != null ? doing : before().map(s -> s.message()).orElse(null);
    String nodes = expectedNodes(expected);
    List<Condition> conditions =
        conditions()
            .accepted(nodes, plan.violations())
            .add(
                Conditions.TESTBED_READY,
                warm,
                warm ? Reason.TESTBED_READY : Reason.IN_PROGRESS,
                current.map(Configuration::name).orElse("no current trial"))
            .add(Conditions.FINISHED, false, Reason.IN_PROGRESS, finishedTrials())
            .suspended(plan.spec().suspends() ? message : null)
            .podsChanged(ChangedPods.of(trials.values()))
            .build();
    return status(
            Phase.RUNNING,
            null,
            message,
            null,
            current.map(Configuration::name).orElse(null),
            new Headlines(current, studied.measured(), trials).now(),
            conditions)
        .withExpectedNodes(nodes);
  }

  /**
   * The terminal status, with the verdict on what was measured: failed if nothing was measured, or
   * if a testbed is kept to find out why it failed.
   */
  public ScalabilityExperimentStatus finished() {
    Optional<Configuration> failed = schedule.failed();
    boolean nothing = rows.stream().noneMatch(ConfigurationResult::measured);
    boolean kept = plan.spec().testbedPolicy() == TestbedPolicy.RETAIN_ON_FAILURE;
    if (failed.isPresent() && (nothing || kept)) {
      ScalabilityTrialStatus trial = trials.get(failed.get().name());
      return ended(Phase.FAILED, trial.reason(), failed.get().name() + ": " + trial.message());
    }
    return ended(Phase.SUCCEEDED, Reason.COMPLETED, studied.judgement(Phase.SUCCEEDED).message());
  }

  /**
   * The terminal status of an experiment that was ended before everything was measured, with the
   * verdict on what was.
   */
  public ScalabilityExperimentStatus terminated(Reason reason, String message) {
    return ended(
        Phase.TERMINATED,
        reason,
        "%s, %d of %d configurations measured: %s"
            .formatted(
                message,
                studied.measured().size(),
                studied.planned(),
                studied.judgement(Phase.TERMINATED).message()));
  }

  /** The terminal status of an experiment that could not continue; results are kept. */
  public ScalabilityExperimentStatus gaveUp(Reason reason, String message) {
    return ended(Phase.FAILED, reason, message);
  }

  private ScalabilityExperimentStatus ended(Phase phase, Reason reason, String message) {
    boolean finishedBefore = before().map(ScalabilityExperimentStatus::ended).orElse(false);
    String completion =
        finishedBefore ? before().map(s -> s.completionTime()).orElse(null) : now.toString();
    ScalabilityExperimentStatus status =
        status(
            phase,
            studied.judgement(phase),
            message,
            completion,
            null,
            new Headlines(schedule.next(), studied.measured(), Map.of()).now(),
            conditions()
                .accepted(expectedNodes(List.of()), plan.violations())
                .suspended(null)
                .add(Conditions.FINISHED, true, reason, message)
                .podsChanged(ChangedPods.of(trials.values()))
                .build());
    return status.withPauses(PauseStatus.ended(status.pauses(), now));
  }

  private String finishedTrials() {
    return progress(null).trials() + " trials finished";
  }

  /** The status while it has no testbed, without a verdict. */
  ScalabilityExperimentStatus paused(Phase phase, String message, Conditions conditions) {
    return status(
        phase,
        null,
        message,
        null,
        null,
        new Headlines(schedule.next(), studied.measured(), Map.of()).now(),
        conditions
            .add(Conditions.FINISHED, false, Reason.IN_PROGRESS, finishedTrials())
            .podsChanged(ChangedPods.of(trials.values()))
            .build());
  }

  private ScalabilityExperimentStatus status(
      Phase phase,
      Judgement judgement,
      String message,
      String completion,
      String currentTrial,
      Headline headline,
      List<Condition> conditions) {
    KeptRows kept = KeptRows.of(rows, row -> completionTime(row.trial()));
    Answers answers =
        recent.of(experiment.getMetadata().getUid(), plan, measuredTrials, kept.rows());
    return ScalabilityExperimentStatusBuilder.builder()
        .observedGeneration(generation())
        .phase(phase)
        .verdict(judgement == null ? null : judgement.verdict())
        .message(Conditions.shorten(message))
        .startTime(startTime())
        .completionTime(completion)
        .pauses(before().map(ScalabilityExperimentStatus::pauses).orElse(null))
        .progress(progress(currentTrial))
        .effective(Effective.of(plan, before().orElse(null), trials.values()))
        .plan(plan.summary())
        .expectedNodes(expectedNodes(List.of()))
        .headline(headline)
        .configurations(rows.isEmpty() ? null : answers.rows())
        .configurationsOmitted(kept.omitted() == 0 ? null : kept.omitted())
        .comparisons(answers.comparisons())
        .aa(answers.aa())
        .scalability(answers.scalability())
        .factors(answers.factors())
        .models(answers.models())
        .verification(answers.verification())
        .answers(answers.questions())
        .conditions(conditions)
        .build();
  }

  private String completionTime(String trial) {
    return trial == null ? null : trials.get(trial).completionTime();
  }

  private ExperimentProgress progress(String currentTrial) {
    PauseStatus pauses = before().map(ScalabilityExperimentStatus::pauses).orElse(null);
    return Progress.of(schedule, pauses, currentTrial, now);
  }

  String startTime() {
    return Progress.startTime(before(), trials.values());
  }

  /** What was missing in the cluster when it started, which is known only then; null if nothing. */
  String expectedNodes(List<Violation> found) {
    return found.isEmpty()
        ? before().map(ScalabilityExperimentStatus::expectedNodes).orElse(null)
        : Conditions.shorten(Violation.text(found));
  }

  Conditions conditions() {
    return new Conditions(before().map(s -> s.conditions()).orElse(null), generation(), now);
  }

  private Optional<ScalabilityExperimentStatus> before() {
    return Optional.ofNullable(experiment.getStatus());
  }

  private Long generation() {
    return experiment.getMetadata().getGeneration();
  }
}
