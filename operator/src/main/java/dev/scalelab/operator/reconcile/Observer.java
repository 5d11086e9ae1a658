package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.PrometheusException;
import dev.scalelab.operator.measurement.Subject;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Testbed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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

  /** What is there of an experiment. */
  public Observed observe(ScalabilityExperiment experiment, Plan plan) {
    boolean finished =
        experiment.getStatus() != null
            && experiment.getStatus().phase() != null
            && experiment.getStatus().phase().terminal();
    Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
    if (finished) {
      return new Observed(
          true, List.of(), statuses, Optional.empty(), testbed.gone(experiment), null);
    }
    List<Violation> violations = statuses.isEmpty() ? violations(experiment, plan) : List.of();
    Observed found =
        new Observed(
            false, violations, statuses, lingering(experiment, plan, statuses), false, null);
    Optional<TrialPlan> current = Decision.atHand(plan, found);
    if (current.isEmpty() || !statuses.containsKey(current.get().name())) {
      return found;
    }
    return new Observed(
        false,
        violations,
        statuses,
        found.lingering(),
        false,
        testbed(experiment, current.get(), statuses.get(current.get().name())));
  }

  private List<Violation> violations(ScalabilityExperiment experiment, Plan plan) {
    List<Violation> found =
        new ArrayList<>(
            Planner.violations(experiment.getMetadata().getName(), experiment.getSpec()));
    found.addAll(testbed.prerequisites(experiment, plan));
    return found;
  }

  /** The trial before the one at hand, when its servers are still there. */
  private Optional<TrialPlan> lingering(
      ScalabilityExperiment experiment, Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    TrialPlan before = null;
    for (TrialPlan trial : plan.trials()) {
      ScalabilityTrialStatus status = statuses.get(trial.name());
      if (status == null || !status.phase().terminal()) {
        break;
      }
      before = trial;
    }
    boolean last = before == null || before.order() == plan.trials().size();
    return last || testbed.serversGone(experiment, before) ? Optional.empty() : Optional.of(before);
  }

  /** While a run is on only its Jobs matter: the less is read, the less is disturbed. */
  private Observed.Testbed testbed(
      ScalabilityExperiment experiment, TrialPlan trial, ScalabilityTrialStatus status) {
    String namespace = experiment.getMetadata().getNamespace();
    int run = Observed.runAtHand(status);
    JobObservation load = loadRuns.observe(namespace, Names.loadJob(trial.name(), run));
    if (Observed.running(status).isPresent()) {
      JobObservation audit = loadRuns.observe(namespace, Names.auditJob(trial.name(), run));
      return new Observed.Testbed(null, null, null, null, null, null, null, load, audit);
    }
    Readiness servers = testbed.servers(experiment, trial);
    boolean ready = servers.state() == Readiness.State.READY;
    return new Observed.Testbed(
        testbed.database(experiment, trial.variant()),
        loadRuns.observe(
            namespace, Names.prepareJob(experiment.getMetadata().getName(), trial.variant())),
        servers,
        ready ? members(experiment, trial, servers) : Readiness.absent(),
        loadRuns.observe(namespace, Names.warmUpJob(trial.name())),
        ready ? testbed.share(experiment, trial) : Readiness.absent(),
        loadRuns.observe(namespace, Names.resetJob(trial.name(), run)),
        load,
        JobObservation.absent());
  }

  /**
   * Not the servers' own word: a server that stays alone says nothing of it, so the views are
   * counted.
   */
  private Readiness members(ScalabilityExperiment experiment, TrialPlan trial, Readiness servers) {
    Subject subject =
        new Subject(
            experiment.getMetadata().getNamespace(),
            experiment.getMetadata().getName(),
            trial.variant(),
            trial.replicas());
    String seen;
    try {
      OptionalInt members = evidence.clusterSize(subject, clock.instant());
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
}
