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
      return Observed.of(plan, Map.of(), lifetime)
          .ended(ended)
          .violations(broken)
          .testbedLeft(Leftover.NONE)
          .build();
    }
    if (ended != null) {
      return ObservedBuilder.builder()
          .ended(ended)
          .testbedLeft(testbed.left(experiment))
          .lifetime(lifetime)
          .build();
    }
    boolean suspends = plan.spec().suspends();
    List<Violation> waits = suspends ? List.of() : rules.waits(experiment, plan);
    if (waits.stream().anyMatch(Violation::blocksStart)) {
      // As far as is known without asking the API server.
      return Observed.of(plan, lifetime.begun() ? trials.statuses(experiment) : Map.of(), lifetime)
          .violations(waits)
          .testbedLeft(Leftover.NONE)
          .build();
    }
    Observed recorded = recorded(experiment, plan, lifetime);
    if (suspends
        && recorded.trials().values().stream()
            .noneMatch(one -> Observed.running(one).isPresent())) {
      return suspended(experiment, recorded);
    }
    if (lifetime.paused()) {
      return checked(recorded, rules.missingToResume(experiment, plan));
    }
    return measured(experiment, plan, recorded);
  }

  /** One that may start or resume, unless it breaks a rule or only some of them were checked. */
  private static Observed checked(Observed recorded, Checked missing) {
    return ObservedBuilder.builder(recorded)
        .checking(!missing.complete())
        .violations(missing.complete() ? missing.violations() : List.of())
        .build();
  }

  /** One without a running run, whose testbed is removed; its next trial may only have to end. */
  private Observed suspended(ScalabilityExperiment experiment, Observed recorded) {
    return ObservedBuilder.builder(recorded)
        .testbedLeft(recorded.lifetime().begun() ? testbed.left(experiment) : Leftover.NONE)
        .testbed(
            recorded
                .current()
                .filter(Current::onlyEnds)
                .map(current -> testbed(experiment, current))
                .orElse(null))
        .build();
  }

  private Observed measured(ScalabilityExperiment experiment, Plan plan, Observed recorded) {
    Leftover unusable =
        recorded.current().map(current -> unusable(experiment, current)).orElse(Leftover.NONE);
    Observed seen = ObservedBuilder.builder(recorded).unusable(unusable).build();
    if (!unusable.none()) {
      return seen;
    }
    if (recorded.trials().isEmpty()) {
      return checked(seen, rules.missing(experiment, plan));
    }
    Current current = recorded.current().filter(one -> one.status() != null).orElse(null);
    if (current == null) {
      return seen;
    }
    return ObservedBuilder.builder(seen)
        .violations(rules.broken(experiment, plan, current.configuration(), current.status()))
        .testbed(testbed(experiment, current))
        .build();
  }

  /**
   * What is recorded, with the current trial as it is stored now. If it was changed since its
   * summary was made, another one may be current.
   */
  private Observed recorded(ScalabilityExperiment experiment, Plan plan, Lifetime lifetime) {
    Set<String> read = new HashSet<>();
    Observed recorded = Observed.of(plan, trials.statuses(experiment), lifetime).build();
    while (recorded.current().isPresent()
        && read.add(recorded.current().get().configuration().name())) {
      trials.read(experiment, recorded.current().get().configuration().name());
      recorded = Observed.of(plan, trials.statuses(experiment), lifetime).build();
    }
    return recorded;
  }

  private Leftover unusable(ScalabilityExperiment experiment, Current current) {
    return current.mayHaveLeftovers()
        ? testbed.unusable(experiment, current.configuration(), current.keepsTestbed())
        : Leftover.NONE;
  }

  /**
   * During a run only its Jobs are read, to disturb the measurement as little as possible; and they
   * are read only when the testbed is ready for the run.
   */
  private ObservedTestbed testbed(ScalabilityExperiment experiment, Current current) {
    Configuration configuration = current.configuration();
    ScalabilityTrialStatus status = current.status();
    if (current.onlyEnds()) {
      return new ObservedTestbed(
              topology.unobserved(new ComponentContext(experiment, configuration, status, 1)),
              JobObservation.absent(),
              JobObservation.absent())
          .with(List.of(), lostSamples(experiment, status));
    }
    int run = Observed.currentRun(status);
    ComponentContext context = new ComponentContext(experiment, configuration, status, run);
    Optional<RunResult> running = current.running();
    List<ComponentState> components =
        running.isEmpty() ? topology.observe(context) : topology.unobserved(context);
    if (running.isEmpty()
        && (status.testbedReadyTime() == null || !isReady(components, status.waiting()))) {
      return placed(
          experiment,
          configuration,
          status,
          new ObservedTestbed(components, JobObservation.absent(), JobObservation.absent()));
    }
    JobObservation load = loadRuns.observe(experiment, Names.loadJob(configuration.name(), run));
    if (running.isEmpty()) {
      return new ObservedTestbed(components, load, JobObservation.absent());
    }
    if (load.state() == JobObservation.State.ACTIVE) {
      return new ObservedTestbed(components, load, JobObservation.absent());
    }
    JobObservation audit = loadRuns.observe(experiment, Names.auditJob(configuration.name(), run));
    boolean ended =
        load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
    boolean counted = audit.state() != JobObservation.State.ABSENT;
    return new ObservedTestbed(
        ended && !counted ? topology.observeAfterLoad(context) : components, load, audit);
  }

  /** Its pods are looked at once, when everything has become ready. */
  private ObservedTestbed placed(
      ScalabilityExperiment experiment,
      Configuration configuration,
      ScalabilityTrialStatus status,
      ObservedTestbed seen) {
    if (status.testbedReadyTime() != null || !isReady(seen.components(), status.waiting())) {
      return seen;
    }
    List<Pod> pods = testbed.pods(experiment);
    List<PodPlacement> placement = testbed.placement(experiment, configuration, pods);
    return seen.with(
            placement, PinnedImages.of(experiment.getStatus()).changed(placement).orElse(null))
        .withCold(
            ColdServers.of(configuration, topology.podGroups(configuration), pods).orElse(null));
  }

  private static boolean isReady(List<ComponentState> components, Waiting furthest) {
    List<String> names = components.stream().map(ComponentState::name).toList();
    return components.stream().allMatch(one -> one.isDone(names, furthest));
  }

  private String lostSamples(ScalabilityExperiment experiment, ScalabilityTrialStatus status) {
    return collector.lost(experiment, status.validRuns()).orElse(null);
  }
}
