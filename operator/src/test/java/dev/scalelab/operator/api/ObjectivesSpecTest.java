package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.Experiments;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What holds where an experiment says nothing. */
class ObjectivesSpecTest {
  private static final ObjectivesSpec NONE = new ObjectivesSpec(null, 1, null, null);

  @Test
  void twoSecondsForEveryTransactionWhereNothingIsSaid() {
    ScalabilityExperimentSpec orders = with(Experiments.small("default").getSpec(), NONE);

    assertThat(orders.objectivesInForce()).isEqualTo(new ObjectivesSpec(2000, 1, null, null));
  }

  @Test
  void ecperfsOwnForTheWholeOfIt() {
    ScalabilityExperimentSpec ecperf = with(Experiments.ecperf("default").getSpec(), NONE);

    assertThat(ecperf.objectivesInForce().inWords())
        .isEqualTo(
            "p95 <= 5000 ms, p90 of changeOrder <= 2000 ms, p90 of customerStatus <= 2000 ms, p90 of"
                + " newOrder <= 2000 ms, p90 of orderStatus <= 2000 ms, p90 of workOrder <= 5000 ms"
                + " and errors <= 1 %");
  }

  @Test
  void whatIsGivenHolds() {
    ObjectivesSpec given = new ObjectivesSpec(700, 2, 80, Map.of("workOrder", 900));

    assertThat(with(Experiments.ecperf("default").getSpec(), given).objectivesInForce())
        .isEqualTo(given);
  }

  private static ScalabilityExperimentSpec with(
      ScalabilityExperimentSpec spec, ObjectivesSpec objectives) {
    return new ScalabilityExperimentSpec(
        spec.workload(),
        spec.system(),
        spec.sweep(),
        spec.load(),
        objectives,
        spec.deadlines(),
        spec.backoffLimit(),
        spec.cleanup());
  }
}
