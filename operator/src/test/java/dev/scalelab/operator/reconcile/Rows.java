package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.ready;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobComponent;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.provider.Arguments;

/** Helpers for the tables of decisions. */
final class Rows {
  private Rows() {}

  /** A testbed to which each row applies its differences. */
  static final class Bed {
    Readiness database = ready();
    JobObservation prepare = succeeded();
    Readiness servers = ready();
    Readiness members = ready();
    Readiness balancer = ready();
    Readiness supplier = Readiness.absent();
    JobObservation warmUp = succeeded(LONG_AGO.minusSeconds(60));
    Readiness cpuLimit = ready();
    JobObservation reset = succeeded();
    JobObservation load = JobObservation.absent();
    JobObservation audit = JobObservation.absent();
    Readiness queues = Readiness.absent();
    String cold;
    String fault;

    /** The testbed of a trial with this status, observed by the topology itself. */
    ObservedTestbed build(Configuration configuration, ScalabilityTrialStatus status) {
      Topology topology =
          new Topology(
              PARTS.of(configuration).stream()
                  .<Component>map(component -> new GivenComponent(component, of(component)))
                  .toList());
      ComponentContext context =
          new ComponentContext(null, configuration, status, Observed.currentRun(status));
      Optional<RunResult> running = Observed.running(status);
      if (running.isEmpty()) {
        return new ObservedTestbed(topology.observe(context), load, JobObservation.absent())
            .with(List.of(), fault)
            .withCold(cold);
      }
      boolean ended =
          load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
      boolean counted = audit.state() != JobObservation.State.ABSENT;
      return new ObservedTestbed(
          ended && !counted ? topology.observeAfterLoad(context) : topology.unobserved(context),
          load,
          audit);
    }

    private Readiness of(Component component) {
      return switch (component.name()) {
        case "Database" -> database;
        case "Dataset" -> ((JobComponent) component).readiness(prepare);
        case "Servers" -> servers;
        case "Cluster" -> members;
        case "Balancer" -> balancer;
        case "Suppliers" -> supplier;
        case "WarmUp" -> ((JobComponent) component).readiness(warmUp);
        case "CpuLimit" -> cpuLimit;
        case "Queues" -> queues;
        case "Load" -> null;
        case "DatasetReset" -> ((JobComponent) component).readiness(reset);
        default -> ready(); // no test is about it
      };
    }
  }

  /** The operator's parts without a cluster. */
  static final Topology PARTS = Parts.TOPOLOGY;

  /** Create a part. */
  static NextStep deploy(Configuration configuration, String component) {
    return deploy(configuration, component, null);
  }

  /** Deploy a part of which something is still missing. */
  static NextStep deploy(Configuration configuration, String component, String detail) {
    return new NextStep.Deploy(configuration, component, text(configuration, component), detail);
  }

  /** Wait for a part. */
  static NextStep await(Configuration configuration, String component, String detail) {
    return new NextStep.AwaitComponent(
        configuration, component, text(configuration, component), detail);
  }

  private static String text(Configuration configuration, String name) {
    return PARTS.of(configuration).stream()
        .filter(component -> component.name().equals(name))
        .map(Component::text)
        .findFirst()
        .orElse("the load");
  }

  interface Change {
    void to(Bed bed);
  }

  static Arguments row(
      String name, ScalabilityTrialStatus trial, Change change, NextStep expected) {
    Bed bed = new Bed();
    change.to(bed);
    Configuration configuration = ((NextStep.OfTrial) expected).configuration();
    return arguments(name, trial, bed.build(configuration, trial), expected);
  }

  /** A row of a workload whose default testbed differs from the one above. */
  static Arguments row(
      String name, ScalabilityTrialStatus trial, Change usual, Change change, NextStep expected) {
    return row(
        name,
        trial,
        bed -> {
          usual.to(bed);
          change.to(bed);
        },
        expected);
  }

  static Observed observed(
      Plan plan, Map<String, ScalabilityTrialStatus> trials, ObservedTestbed testbed) {
    return Observed.of(plan, trials, Lifetime.NONE).testbed(testbed).build();
  }
}
