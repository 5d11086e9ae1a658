package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.ready;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.OperatorConfiguration;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.JobPart;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.Part;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Scene;
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

    /** The testbed of a trial with this status, observed by the topology itself. */
    Observed.Testbed build(Configuration trial, ScalabilityTrialStatus status) {
      Topology topology =
          new Topology(
              PARTS.of(trial).stream().<Part>map(part -> new GivenPart(part, of(part))).toList());
      Scene scene = new Scene(null, trial, status, Observed.currentRun(status));
      Optional<RunResult> running = Observed.running(status);
      if (running.isEmpty()) {
        return new Observed.Testbed(topology.observe(scene), load, JobObservation.absent());
      }
      boolean ended =
          load.state() == JobObservation.State.SUCCEEDED || running.get().totals() != null;
      boolean counted = audit.state() != JobObservation.State.ABSENT;
      return new Observed.Testbed(
          ended && !counted ? topology.observeAfterLoad(scene) : topology.unobserved(scene),
          load,
          audit);
    }

    private Readiness of(Part part) {
      return switch (part.name()) {
        case "Database" -> database;
        case "Dataset" -> ((JobPart) part).readiness(prepare);
        case "Servers" -> servers;
        case "Cluster" -> members;
        case "Balancer" -> balancer;
        case "Suppliers" -> supplier;
        case "WarmUp" -> ((JobPart) part).readiness(warmUp);
        case "CpuLimit" ->
            cpuLimit.state() == Readiness.State.READY
                ? cpuLimit
                : Readiness.incomplete(cpuLimit.detail());
        case "Queues" -> queues;
        case "DatasetReset" -> ((JobPart) part).readiness(reset);
        default -> throw new IllegalArgumentException(part.name());
      };
    }
  }

  /** The operator's parts without a cluster. */
  static final Topology PARTS = new Topology(OperatorConfiguration.parts(null, null, null, null));

  /** Create a part. */
  static NextStep deploy(Configuration trial, String part) {
    return deploy(trial, part, null);
  }

  /** Deploy a part that still lacks something. */
  static NextStep deploy(Configuration trial, String part, String detail) {
    return new NextStep.Deploy(trial, part, text(trial, part), detail);
  }

  /** Wait for a part. */
  static NextStep await(Configuration trial, String part, String detail) {
    return new NextStep.AwaitPart(trial, part, text(trial, part), detail);
  }

  private static String text(Configuration trial, String name) {
    return PARTS.of(trial).stream()
        .filter(part -> part.name().equals(name))
        .map(Part::text)
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
    Configuration configuration = ((NextStep.OfTrial) expected).trial();
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

  static Observed observed(Map<String, ScalabilityTrialStatus> trials, Observed.Testbed testbed) {
    return new Observed(null, List.of(), trials, Leftover.NONE, null, testbed);
  }
}
