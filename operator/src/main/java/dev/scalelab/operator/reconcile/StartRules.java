package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Checked;
import dev.scalelab.operator.testbed.Testbed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What keeps an experiment, or a configuration that was added to it, from starting. */
final class StartRules {
  private final Testbed testbed;
  private final TrialStore trials;
  private final ResolvedSystems systems;
  private final StartGate gate;

  StartRules(Testbed testbed, TrialStore trials, ResolvedSystems systems, StartGate gate) {
    this.testbed = testbed;
    this.trials = trials;
    this.systems = systems;
    this.gate = gate;
  }

  /**
   * What an experiment that has been waiting still waits for, if that is known without asking the
   * API server: many may wait, and they must not disturb the one that is measured.
   */
  List<Violation> waits(ScalabilityExperiment experiment, Plan plan) {
    if (!ResolvedSystems.alreadyChecked(experiment)) {
      return List.of();
    }
    List<Violation> missing = testbed.prerequisites(experiment, plan);
    return missing.stream().anyMatch(Violation::blocksStart)
        ? missing
        : gate.waits(experiment, plan).stream().toList();
  }

  /**
   * Rules broken by a configuration that was added after the start, by a user or to verify a
   * diagnosis, or what the cluster is missing for it; checked before its trial begins.
   */
  List<Violation> broken(
      ScalabilityExperiment experiment,
      Plan plan,
      Configuration configuration,
      ScalabilityTrialStatus status) {
    boolean begun =
        status.waiting() != null || status.testbedReadyTime() != null || !status.runs().isEmpty();
    boolean given =
        Objects.equals(experiment.getMetadata().getGeneration(), 1L)
            && !Names.VERIFY.equals(configuration.variant());
    if (begun || given) {
      return List.of();
    }
    return Stream.<Supplier<List<Violation>>>of(
            () -> Planner.violations(configuration),
            () -> systems.violations(experiment, plan, configuration),
            () -> testbed.missing(experiment, configuration))
        .map(Supplier::get)
        .filter(broken -> !broken.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** What keeps the first trial from starting; some of it at each call. */
  Checked missing(ScalabilityExperiment experiment, Plan plan) {
    Checked ofSystems = systems.violations(experiment, plan);
    if (!ofSystems.complete()) {
      return ofSystems;
    }
    List<Violation> missing = new ArrayList<>(ofSystems.violations());
    if (missing.isEmpty()) {
      missing.addAll(testbed.prerequisites(experiment, plan));
      missing.addAll(testbed.disturber().missingRights(experiment));
    }
    Planner.tooLarge(plan).ifPresent(missing::add);
    trials.nameTaken(experiment, plan.configurations().get(0).name()).ifPresent(missing::add);
    if (missing.stream().noneMatch(Violation::blocksStart)) {
      Checked now = gate.missing(experiment, plan);
      if (!now.complete()) {
        return now;
      }
      missing.addAll(now.violations());
    }
    return Checked.found(missing);
  }

  /** What keeps one that is no longer suspended from continuing; some of it at each call. */
  Checked missingToResume(ScalabilityExperiment experiment, Plan plan) {
    return gate.missingToResume(experiment, plan);
  }
}
