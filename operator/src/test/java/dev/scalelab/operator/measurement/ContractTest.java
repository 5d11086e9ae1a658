package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.audited;
import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.run;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.workload.Workload;
import org.junit.jupiter.api.Test;

/** The promises of a contract, and which of them a run must keep. */
class ContractTest {

  @Test
  void builtInServersPromiseAllAndCustomOnesWhatTheirSettingsSay() {
    assertThat(contract(Experiments.small("default")))
        .isEqualTo(new Contract(true, true, true, false));
    assertThat(contract(Experiments.cart("default")))
        .isEqualTo(new Contract(false, true, true, false));
    assertThat(contract(Experiments.custom("default")))
        .isEqualTo(new Contract(false, false, false, false));
    assertThat(
            contract(
                Experiments.with(
                    Experiments.custom("default"), "workload: {custom: {clustered: true}}")))
        .isEqualTo(new Contract(false, true, false, false));
  }

  @Test
  void queuesArePromisedWhereAStreamGoesThroughThem() {
    assertThat(contract(Experiments.portal("default")))
        .isEqualTo(new Contract(true, true, true, true));
    assertThat(
            contract(
                Experiments.with(
                    Experiments.portal("default"), "workload: {portal: {ordersPerSecond: 0}}")))
        .isEqualTo(new Contract(true, true, true, false));
  }

  private static Contract contract(ScalabilityExperiment experiment) {
    return Contract.of(Workload.of(experiment.getSpec()));
  }

  @Test
  void aWorkloadWithoutADatabaseIsNotAudited() {
    assertThat(Validity.check(audited(null), expected(new Contract(false, true, true, false))))
        .isEmpty();
    assertThat(Validity.check(audited(null), EXPECTED)).isPresent();
  }

  @Test
  void membersAreMissedOnlyWhereTheyArePromised() {
    RunResult alone = run(step(1), step(2, evidence(50.0, null, 0.3, 0)));
    RunResult raised = run(step(1), step(2, evidence(50.0, null, 0.31, 0)));
    Validity.Expected nothing = expected(new Contract(true, false, false, false));

    assertThat(Validity.check(alone, nothing)).isEmpty();
    assertThat(Validity.check(raised, nothing).map(Invalid::reason))
        .contains(Reason.CPU_LIMIT_NOT_IN_FORCE);
    assertThat(
            Validity.check(alone, expected(new Contract(true, true, false, false)))
                .map(Invalid::reason))
        .contains(Reason.MEMBER_MISSING);
  }

  private static Validity.Expected expected(Contract contract) {
    return ValidRuns.EXPECTED.withContract(contract);
  }
}
