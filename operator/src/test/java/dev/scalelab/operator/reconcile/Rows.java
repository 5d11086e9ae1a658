package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.ready;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.testbed.Readiness;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.provider.Arguments;

/** The words in which the tables of decisions are written. */
final class Rows {
  private Rows() {}

  /** A testbed to which each row says what is different. */
  static final class Bed {
    Readiness database = ready();
    JobObservation prepare = succeeded();
    Readiness servers = ready();
    Readiness members = ready();
    Readiness balancer = ready();
    Readiness supplier = Readiness.absent();
    JobObservation warmUp = succeeded(LONG_AGO.minusSeconds(60));
    Readiness share = ready();
    JobObservation reset = succeeded();
    JobObservation load = JobObservation.absent();
    JobObservation audit = JobObservation.absent();
    Readiness queues = Readiness.absent();

    Observed.Testbed build() {
      return new Observed.Testbed(
          database, prepare, servers, members, balancer, supplier, warmUp, share, reset, load,
          audit, queues);
    }
  }

  interface Change {
    void to(Bed bed);
  }

  static Arguments row(
      String name, ScalabilityTrialStatus trial, Change change, NextStep expected) {
    Bed bed = new Bed();
    change.to(bed);
    return arguments(name, trial, bed.build(), expected);
  }

  /** A row of a workload whose testbed usually differs from the one above. */
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
    return new Observed(false, List.of(), trials, Optional.empty(), null, testbed);
  }
}
