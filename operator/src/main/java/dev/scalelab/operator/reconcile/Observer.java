package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.Contract;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.PrometheusException;
import dev.scalelab.operator.measurement.Subject;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.reconcile.Observed.Lingering;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Testbed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Reads what is there, and no more of it than the next decision needs. */
@ApplicationScoped
public class Observer {
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final EvidenceCollector evidence;
  private final TrialStore trials;
  private final Clock clock;

  public Observer(
      Testbed testbed,
      LoadRuns loadRuns,
      EvidenceCollector evidence,
      TrialStore trials,
      Clock clock) {
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.evidence = evidence;
    this.trials = trials;
    this.clock = clock;
  }

  /** Whether the experiment's status says that it ended; a rejected spec may be corrected. */
  static boolean finished(ScalabilityExperiment experiment) {
    ScalabilityExperimentStatus status = experiment.getStatus();
    if (status == null || !status.ended()) {
      return false;
    }
    boolean corrected =
        status.phase() == Phase.REJECTED
            && !Objects.equals(
                status.observedGeneration(), experiment.getMetadata().getGeneration());
    return !corrected;
  }

  /** What is there of an experiment. */
  public Observed observe(ScalabilityExperiment experiment, Plan plan) {
    boolean finished = finished(experiment);
    List<Violation> unnameable =
        Planner.violations(experiment.getMetadata().getName(), experiment.getSpec());
    if (!unnameable.isEmpty()) {
      // Nothing was made under such a name, and the API server cannot be asked for it.
      return new Observed(
          finished, unnameable, Map.of(), Optional.empty(), new Leftover(0, null), null);
    }
    Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
    if (finished) {
      return new Observed(
          true, List.of(), statuses, Optional.empty(), testbed.left(experiment), null);
    }
    Optional<Configuration> current = plan.current(statuses);
    Optional<Lingering> lingering =
        current.flatMap(trial -> lingering(experiment, plan, trial, statuses));
    ScalabilityTrialStatus status = current.map(trial -> statuses.get(trial.name())).orElse(null);
    boolean look = status != null && lingering.isEmpty();
    boolean begins = statuses.isEmpty() && lingering.isEmpty();
    return new Observed(
        false,
        begins ? lacking(experiment, plan) : List.of(),
        statuses,
        lingering,
        null,
        look ? testbed(experiment, current.get(), status) : null);
  }

  private List<Violation> lacking(ScalabilityExperiment experiment, Plan plan) {
    List<Violation> lacking = new ArrayList<>(testbed.prerequisites(experiment, plan));
    Planner.tooLarge(plan.spec()).ifPresent(lacking::add);
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

  /** While a run is on only its Jobs matter: the less is read, the less is disturbed. */
  private Observed.Testbed testbed(
      ScalabilityExperiment experiment, Configuration trial, ScalabilityTrialStatus status) {
    int run = Observed.runAtHand(status);
    JobObservation load = loadRuns.observe(experiment, Names.loadJob(trial.name(), run));
    Optional<RunResult> running = Observed.running(status);
    if (running.isPresent()) {
      JobObservation audit = loadRuns.observe(experiment, Names.auditJob(trial.name(), run));
      boolean counted = audit.state() != JobObservation.State.ABSENT;
      boolean ended =
          load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
      Readiness queues = ended && !counted ? queues(experiment, trial, status) : Readiness.absent();
      return new Observed.Testbed(
          null, null, null, null, null, null, null, null, null, load, audit, queues);
    }
    Readiness servers = testbed.servers(experiment, trial);
    boolean ready = servers.state() == Readiness.State.READY;
    boolean database = trial.workload().usesDatabase();
    boolean suppliers = trial.workload().usesSuppliers();
    String prepare = Names.prepareJob(experiment.getMetadata().getName(), trial.variant());
    return new Observed.Testbed(
        database ? testbed.database(experiment, trial) : null,
        database ? loadRuns.observe(experiment, prepare) : null,
        servers,
        ready ? members(experiment, trial, servers) : Readiness.absent(),
        ready ? testbed.balancer(experiment, trial) : Readiness.absent(),
        ready && suppliers ? testbed.supplier(experiment, trial) : Readiness.absent(),
        loadRuns.observe(experiment, Names.warmUpJob(trial.name())),
        ready ? testbed.share(experiment, trial) : Readiness.absent(),
        database ? loadRuns.observe(experiment, Names.resetJob(trial.name(), run)) : null,
        load,
        JobObservation.absent(),
        ready && status.testbedReadyTime() != null
            ? queues(experiment, trial, status)
            : Readiness.absent());
  }

  /**
   * Not the servers' own word: a server that stays alone says nothing of it, so the views are
   * counted. Servers that promise no cluster are each alone.
   */
  private Readiness members(
      ScalabilityExperiment experiment, Configuration trial, Readiness servers) {
    Contract contract = Contract.of(trial.workload());
    if (!contract.members()) {
      return Readiness.ready(servers.since());
    }
    String seen;
    try {
      OptionalInt members =
          evidence.clusterSize(subject(experiment, trial, contract), clock.instant());
      if (members.isPresent() && members.getAsInt() == trial.replicas()) {
        return Readiness.ready(servers.since());
      }
      seen =
          members.isPresent()
              ? "the smallest cluster view holds %d of %d servers"
                  .formatted(members.getAsInt(), trial.replicas())
              : "Prometheus has no cluster view of all %d servers".formatted(trial.replicas());
    } catch (PrometheusException e) {
      seen = e.getMessage();
    }
    return Readiness.waiting(servers.since(), Reason.CLUSTER_NOT_FORMED, seen);
  }

  /** What waits in the servers' queues since the last load, warm-up or run, has ended. */
  private Readiness queues(
      ScalabilityExperiment experiment, Configuration trial, ScalabilityTrialStatus status) {
    Contract contract = Contract.of(trial.workload());
    if (!contract.queues()) {
      return Readiness.absent();
    }
    String seen;
    Instant end = lastEnd(status);
    try {
      OptionalLong backlog =
          end == null
              ? OptionalLong.empty()
              : evidence.backlog(subject(experiment, trial, contract), end, clock.instant());
      if (backlog.isPresent() && backlog.getAsLong() == 0) {
        return Readiness.ready(end);
      }
      seen =
          backlog.isPresent()
              ? "%d transactions are still in the servers' queues".formatted(backlog.getAsLong())
              : "Prometheus does not have the queues of all %d servers".formatted(trial.replicas());
    } catch (PrometheusException e) {
      seen = e.getMessage();
    }
    return Readiness.waiting(end, Reason.QUEUES_NOT_EMPTY, seen);
  }

  /** Null while a run is on whose end was not told yet. */
  private static Instant lastEnd(ScalabilityTrialStatus status) {
    List<RunResult> runs = status.runs();
    String warm = status.testbedReadyTime();
    String run = runs.isEmpty() ? warm : runs.get(runs.size() - 1).finishedAt();
    if (run == null) {
      return null;
    }
    return Collections.max(List.of(Instant.parse(warm), Instant.parse(run)));
  }

  private static Subject subject(
      ScalabilityExperiment experiment, Configuration trial, Contract contract) {
    return new Subject(
        experiment.getMetadata().getNamespace(),
        experiment.getMetadata().getName(),
        trial.variant(),
        trial.replicas(),
        contract);
  }
}
