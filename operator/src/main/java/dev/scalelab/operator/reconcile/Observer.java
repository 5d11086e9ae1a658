package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.reconcile.Observed.Lingering;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.Scene;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads what is there, and no more of it than the next decision needs. */
@ApplicationScoped
public class Observer {
  private final Topology topology;
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final TrialStore trials;
  private final Turn turn;

  public Observer(
      Topology topology, Testbed testbed, LoadRuns loadRuns, TrialStore trials, Turn turn) {
    this.topology = topology;
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.trials = trials;
    this.turn = turn;
  }

  /**
   * Whether the experiment's status says that it ended; until it has started its spec may be
   * corrected.
   */
  static boolean finished(ScalabilityExperiment experiment) {
    ScalabilityExperimentStatus status = experiment.getStatus();
    if (status == null || !status.ended()) {
      return false;
    }
    boolean corrected =
        (status.phase() == Phase.REJECTED || status.startTime() == null)
            && !Objects.equals(
                status.observedGeneration(), experiment.getMetadata().getGeneration());
    return !corrected;
  }

  /** What is there of an experiment. */
  public Observed observe(ScalabilityExperiment experiment, Plan plan) {
    Phase ended = finished(experiment) ? experiment.getStatus().phase() : null;
    List<Violation> unnameable =
        Planner.violations(experiment.getMetadata().getName(), experiment.getSpec());
    if (!unnameable.isEmpty()) {
      // Nothing was made under such a name, and the API server cannot be asked for it.
      return new Observed(
          ended, unnameable, Map.of(), Optional.empty(), new Leftover(0, null), null);
    }
    Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
    if (ended != null) {
      return new Observed(
          ended, List.of(), statuses, Optional.empty(), testbed.left(experiment), null);
    }
    Optional<Configuration> current = plan.current(statuses);
    Optional<Lingering> lingering =
        current.flatMap(trial -> lingering(experiment, plan, trial, statuses));
    ScalabilityTrialStatus status = current.map(trial -> statuses.get(trial.name())).orElse(null);
    boolean look = status != null && lingering.isEmpty();
    boolean begins = statuses.isEmpty() && lingering.isEmpty();
    return new Observed(
        null,
        begins ? lacking(experiment, plan) : List.of(),
        statuses,
        lingering,
        null,
        look ? testbed(experiment, current.get(), status) : null);
  }

  private List<Violation> lacking(ScalabilityExperiment experiment, Plan plan) {
    List<Violation> lacking = new ArrayList<>(testbed.prerequisites(experiment, plan));
    Planner.tooLarge(plan.spec()).ifPresent(lacking::add);
    if (lacking.stream().noneMatch(Violation::bars)) {
      lacking.addAll(turn.lacking(experiment, plan));
    }
    return lacking;
  }

  /**
   * Servers of the trial before, while the trial at hand has none of its own, and those that an
   * invalid run, or a deleted trial, has left.
   */
  private Optional<Lingering> lingering(
      ScalabilityExperiment experiment,
      Plan plan,
      Configuration current,
      Map<String, ScalabilityTrialStatus> statuses) {
    ScalabilityTrialStatus status = statuses.get(current.name());
    if (status != null && TrialDecision.stale(current, status)) {
      return left(experiment, current);
    }
    if (status != null && status.testbedReadyTime() != null) {
      return Optional.empty();
    }
    Optional<Lingering> former =
        Decision.former(plan, statuses).flatMap(trial -> left(experiment, trial));
    return former.isPresent() || status != null ? former : ofDeletedTrials(experiment, plan);
  }

  /** What is there before a trial begins was left by one that was deleted: none of it is of use. */
  private Optional<Lingering> ofDeletedTrials(ScalabilityExperiment experiment, Plan plan) {
    Set<String> deleted = testbed.trialsLeft(experiment);
    return plan.configurations().stream()
        .filter(trial -> deleted.contains(trial.name()))
        .findFirst()
        .flatMap(trial -> left(experiment, trial));
  }

  private Optional<Lingering> left(ScalabilityExperiment experiment, Configuration trial) {
    Leftover left = testbed.serversLeft(experiment, trial);
    return left.none() ? Optional.empty() : Optional.of(new Lingering(trial, left));
  }

  /** While a run is under way only its Jobs matter: the less is read, the less is disturbed. */
  private Observed.Testbed testbed(
      ScalabilityExperiment experiment, Configuration trial, ScalabilityTrialStatus status) {
    int run = Observed.currentRun(status);
    Scene scene = new Scene(experiment, trial, status, run);
    JobObservation load = loadRuns.observe(experiment, Names.loadJob(trial.name(), run));
    Optional<RunResult> running = Observed.running(status);
    if (running.isEmpty()) {
      return new Observed.Testbed(topology.observe(scene), load, JobObservation.absent());
    }
    JobObservation audit = loadRuns.observe(experiment, Names.auditJob(trial.name(), run));
    boolean ended =
        load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
    boolean counted = audit.state() != JobObservation.State.ABSENT;
    return new Observed.Testbed(
        ended && !counted ? topology.observeAfterLoad(scene) : topology.unobserved(scene),
        load,
        audit);
  }
}
