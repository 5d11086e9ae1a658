package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.ColdServers;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Reading;
import dev.scalelab.operator.testbed.Checked;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.ComponentState;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.PinnedImages;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the state that the next decision needs, and no more. */
@ApplicationScoped
public class Observer {
  private final Topology topology;
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final TrialStore trials;
  private final StartRules rules;
  private final RunCollector collector;

  public Observer(
      Topology topology,
      Testbed testbed,
      LoadRuns loadRuns,
      TrialStore trials,
      ResolvedSystems systems,
      StartGate gate,
      RunCollector collector) {
    this.topology = topology;
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.trials = trials;
    this.rules = new StartRules(testbed, trials, systems, gate);
    this.collector = collector;
  }

  /** The observed state of an experiment, with all objects read from the API server. */
  Observed observeStored(ScalabilityExperiment experiment, Plan plan) {
    return testbed.fromApiServer(() -> observe(experiment, plan));
  }

  /** The observed state of an experiment. */
  public Observed observe(ScalabilityExperiment experiment, Plan plan) {
    Reading<Observed> reading = testbed.reading(() -> read(experiment, plan));
    return reading.reported() ? reading.value() : reading.value().notReported();
  }

  private Observed read(ScalabilityExperiment experiment, Plan plan) {
    Phase ended = Lifetime.finished(experiment) ? experiment.getStatus().phase() : null;
    Lifetime lifetime = Lifetime.of(experiment);
    List<Violation> broken = plan.startViolations();
    if (!broken.isEmpty() && !lifetime.begun()) {
      // Nothing was created for such a plan, and the API server rejects names that are too long.
      return new Observed(ended, broken, Map.of(), Leftover.NONE, Leftover.NONE, null, lifetime);
    }
    if (ended != null) {
      return new Observed(
          ended, List.of(), Map.of(), Leftover.NONE, testbed.left(experiment), null, lifetime);
    }
    boolean suspends = plan.spec().suspends();
    List<Violation> waits = suspends ? List.of() : rules.waits(experiment, plan);
    if (waits.stream().anyMatch(Violation::blocksStart)) {
      return Observed.waiting(
          waits, lifetime.begun() ? trials.statuses(experiment) : Map.of(), lifetime);
    }
    Map<String, ScalabilityTrialStatus> statuses = statuses(experiment, plan);
    if (suspends
        && statuses.values().stream().noneMatch(one -> Observed.running(one).isPresent())) {
      return suspended(experiment, plan, statuses, lifetime);
    }
    if (lifetime.paused()) {
      Checked missing = rules.missingToResume(experiment, plan);
      return missing.complete()
          ? new Observed(null, missing.violations(), statuses, Leftover.NONE, null, null, lifetime)
          : Observed.checkingRules(statuses, lifetime);
    }
    return measured(experiment, plan, statuses, lifetime);
  }

  /** One without a running run, whose testbed is removed; its next trial may only have to end. */
  private Observed suspended(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> statuses,
      Lifetime lifetime) {
    Optional<Configuration> current = new Schedule(plan, statuses).next();
    ScalabilityTrialStatus status = current.map(trial -> statuses.get(trial.name())).orElse(null);
    boolean complete =
        status != null && !status.ended() && Schedule.isComplete(current.get(), status);
    return new Observed(
        null,
        List.of(),
        statuses,
        Leftover.NONE,
        lifetime.begun() ? testbed.left(experiment) : Leftover.NONE,
        complete ? testbed(experiment, current.get(), status) : null,
        lifetime);
  }

  private Observed measured(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> statuses,
      Lifetime lifetime) {
    Optional<Configuration> current = new Schedule(plan, statuses).next();
    Leftover unusable =
        current
            .map(trial -> unusable(experiment, trial, statuses.get(trial.name())))
            .orElse(Leftover.NONE);
    ScalabilityTrialStatus status = current.map(trial -> statuses.get(trial.name())).orElse(null);
    boolean look = status != null && unusable.none();
    boolean begins = statuses.isEmpty() && unusable.none();
    Checked missing = begins ? rules.missing(experiment, plan) : Checked.PASSED;
    if (!missing.complete()) {
      return Observed.checkingRules(statuses, lifetime);
    }
    return new Observed(
        null,
        begins
            ? missing.violations()
            : look ? rules.broken(experiment, plan, current.get(), status) : List.of(),
        statuses,
        unusable,
        null,
        look ? testbed(experiment, current.get(), status) : null,
        lifetime);
  }

  /**
   * The statuses by which the next trial is selected, with that one as it is stored now. If it was
   * changed since its summary was made, another one may be next.
   */
  private Map<String, ScalabilityTrialStatus> statuses(
      ScalabilityExperiment experiment, Plan plan) {
    Set<String> read = new HashSet<>();
    Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
    Optional<Configuration> next = new Schedule(plan, statuses).next();
    while (next.isPresent() && read.add(next.get().name())) {
      trials.read(experiment, next.get().name());
      statuses = trials.statuses(experiment);
      next = new Schedule(plan, statuses).next();
    }
    return statuses;
  }

  /**
   * Objects of other trials' testbeds, while the current one's is not ready; also its own, after an
   * invalid run or if its trial was deleted.
   */
  private Leftover unusable(
      ScalabilityExperiment experiment, Configuration current, ScalabilityTrialStatus status) {
    boolean stale = status != null && RoundDecision.needsNewServers(current, status);
    if (status != null && status.waiting() != null && !stale) {
      return Leftover.NONE; // they were deleted before its first part was deployed
    }
    return status == null || stale || status.testbedReadyTime() == null
        ? testbed.unusable(experiment, current, status != null && !stale)
        : Leftover.NONE;
  }

  /**
   * During a run only its Jobs are read, to disturb the measurement as little as possible; and they
   * are read only when the testbed is ready for the run.
   */
  private ObservedTestbed testbed(
      ScalabilityExperiment experiment, Configuration trial, ScalabilityTrialStatus status) {
    if (Observed.running(status).isEmpty() && Schedule.isComplete(trial, status)) {
      return new ObservedTestbed(
              topology.unobserved(new ComponentContext(experiment, trial, status, 1)),
              JobObservation.absent(),
              JobObservation.absent())
          .with(List.of(), lostSamples(experiment, status));
    }
    int run = Observed.currentRun(status);
    ComponentContext context = new ComponentContext(experiment, trial, status, run);
    Optional<RunResult> running = Observed.running(status);
    List<ComponentState> components =
        running.isEmpty() ? topology.observe(context) : topology.unobserved(context);
    if (running.isEmpty()
        && (status.testbedReadyTime() == null || !isReady(components, status.waiting()))) {
      return placed(
          experiment,
          trial,
          status,
          new ObservedTestbed(components, JobObservation.absent(), JobObservation.absent()));
    }
    JobObservation load = loadRuns.observe(experiment, Names.loadJob(trial.name(), run));
    if (running.isEmpty()) {
      return new ObservedTestbed(components, load, JobObservation.absent());
    }
    if (load.state() == JobObservation.State.ACTIVE) {
      return new ObservedTestbed(components, load, JobObservation.absent());
    }
    JobObservation audit = loadRuns.observe(experiment, Names.auditJob(trial.name(), run));
    boolean ended =
        load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
    boolean counted = audit.state() != JobObservation.State.ABSENT;
    return new ObservedTestbed(
        ended && !counted ? topology.observeAfterLoad(context) : components, load, audit);
  }

  /** Its pods are looked at once, when everything has become ready. */
  private ObservedTestbed placed(
      ScalabilityExperiment experiment,
      Configuration trial,
      ScalabilityTrialStatus status,
      ObservedTestbed seen) {
    if (status.testbedReadyTime() != null || !isReady(seen.components(), status.waiting())) {
      return seen;
    }
    List<Pod> pods = testbed.pods(experiment);
    List<PodPlacement> placement = testbed.placement(experiment, trial, pods);
    return seen.with(
            placement, PinnedImages.of(experiment.getStatus()).changed(placement).orElse(null))
        .withCold(ColdServers.of(trial, topology.podGroups(trial), pods).orElse(null));
  }

  private static boolean isReady(List<ComponentState> components, Waiting furthest) {
    List<String> names = components.stream().map(ComponentState::name).toList();
    return components.stream().allMatch(one -> one.isDone(names, furthest));
  }

  private String lostSamples(ScalabilityExperiment experiment, ScalabilityTrialStatus status) {
    return collector.lost(experiment, status.validRuns()).orElse(null);
  }
}
