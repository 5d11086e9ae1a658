package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.MIX;
import static dev.scalelab.operator.measurement.ValidRuns.TWO_STEPS;
import static dev.scalelab.operator.measurement.ValidRuns.audited;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.run;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.CachePlace;
import dev.scalelab.operator.api.OwnSpec;
import dev.scalelab.operator.api.PortalSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.WorkloadName;
import dev.scalelab.operator.api.WorkloadSpec;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** What is promised, and what of it a run must then hold. */
class ContractTest {

  @Test
  void builtInServersPromiseAllAndOwnOnesWhatTheirSettingsSay() {
    assertThat(Contract.of(Experiments.small("default").getSpec().workload()))
        .isEqualTo(new Contract(true, true, true, false, false));
    assertThat(Contract.of(Experiments.cart("default").getSpec().workload()))
        .isEqualTo(new Contract(false, true, true, false, false));
    WorkloadSpec own = Experiments.own("default").getSpec().workload();
    assertThat(Contract.of(own)).isEqualTo(new Contract(false, false, false, false, false));
    OwnSpec cluster = new OwnSpec(own.own().transactions(), 2, "/ready", 8080, true, null, 0, 0);
    assertThat(
            Contract.of(
                new WorkloadSpec(
                    WorkloadName.OWN, 10, null, null, null, null, null, cluster, null)))
        .isEqualTo(new Contract(false, true, false, false, false));
  }

  @Test
  void queuesArePromisedWhereAStreamGoesThroughThem() {
    assertThat(Contract.of(Experiments.portal("default").getSpec().workload()))
        .isEqualTo(new Contract(true, true, true, true, false));
    PortalSpec still = new PortalSpec(CachePlace.OWNER, 0, 3, 1500, 8);
    assertThat(
            Contract.of(
                new WorkloadSpec(
                    WorkloadName.PORTAL, 10, null, null, null, null, still, null, null)))
        .isEqualTo(new Contract(true, true, true, false, false));
  }

  @Test
  void suppliersArePromisedByTheWholeOfEcperf() {
    assertThat(Contract.of(Experiments.ecperf("default").getSpec().workload()))
        .isEqualTo(new Contract(true, true, true, false, true));
  }

  @Test
  void aWorkloadWithoutADatabaseIsNotAudited() {
    assertThat(
            Validity.check(audited(null), expected(new Contract(false, true, true, false, false))))
        .isEmpty();
    assertThat(Validity.check(audited(null), EXPECTED)).isPresent();
  }

  @Test
  void membersAreMissedOnlyWhereTheyArePromised() {
    RunResult alone = run(step(1), step(2, evidence(50.0, null, 0.3, 0)));
    RunResult raised = run(step(1), step(2, evidence(50.0, null, 0.31, 0)));
    Validity.Expected nothing = expected(new Contract(true, false, false, false, false));

    assertThat(Validity.check(alone, nothing)).isEmpty();
    assertThat(Validity.check(raised, nothing).map(Invalid::reason))
        .contains(Reason.CPU_SHARE_NOT_IN_FORCE);
    assertThat(
            Validity.check(alone, expected(new Contract(true, true, false, false, false)))
                .map(Invalid::reason))
        .contains(Reason.MEMBER_MISSING);
  }

  private static Validity.Expected expected(Contract contract) {
    return new Validity.Expected(TWO_STEPS, 3, 0.3, contract, MIX, null);
  }
}
