package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Default objectives, and when a step meets them. */
class ObjectivesSpecTest {
  @Test
  void twoSecondsForEveryTransactionWhereNothingIsSaid() {
    assertThat(inForce(Experiments.small("default")))
        .hasToString("p95 <= 2000 ms and errors <= 1 %");
  }

  @Test
  void ecperfsOwnForEcperf() {
    assertThat(inForce(Experiments.ecperf("default")))
        .hasToString(
            "p95 <= 5000 ms, p90 of newOrder <= 2000 ms, p90 of changeOrder <= 2000 ms, p90 of"
                + " orderStatus <= 2000 ms, p90 of customerStatus <= 2000 ms, p90 of workOrder <="
                + " 5000 ms and errors <= 1 %");
  }

  @Test
  void whatIsGivenHoldsAlone() {
    ScalabilityExperiment given =
        Experiments.with(
            Experiments.ecperf("default"),
            """
            objectives:
              responseTimes: [{transaction: workOrder, percentile: "90", maxMillis: 900}]
              maxErrorPercent: "0.1"
            """);
    assertThat(inForce(given)).hasToString("p90 of workOrder <= 900 ms and errors <= 0.1 %");
  }

  @Test
  void eachPercentileMustMeetItsOwnLimit() {
    ObjectivesSpec objectives =
        inForce(
            Experiments.with(
                Experiments.small("default"),
                """
                objectives:
                  responseTimes: [{percentile: "50", maxMillis: 100}, {percentile: "99", maxMillis: 900}]
                """));
    assertThat(objectives.met(1, name -> name.equals("99") ? 900.0 : 100.0, 1)).isTrue();
    assertThat(objectives.met(1, name -> 100.1, 1)).isFalse();
    assertThat(objectives.met(1, name -> name.equals("99") ? 900.1 : 100.0, 1)).isFalse();
    assertThat(objectives.met(1, name -> 10.0, 1.1)).isFalse();
    assertThat(objectives.met(0, name -> 10.0, 0)).as("nothing completed").isFalse();
  }

  @Test
  void aTransactionThatAlwaysFailedMeetsNoLimitOfItsOwn() {
    ObjectivesSpec objectives = inForce(Experiments.ecperf("default"));
    assertThat(objectives.metByEach(List.of(of("workOrder", 0, 3, null)))).isFalse();
    assertThat(objectives.metByEach(List.of(of("workOrder", 0, 0, null)))).isTrue();
    assertThat(objectives.metByEach(List.of(of("workOrder", 9, 3, 5000.0)))).isTrue();
    assertThat(objectives.metByEach(List.of(of("workOrder", 9, 3, 5000.1)))).isFalse();
  }

  private static TransactionResult of(String name, long ok, long failed, Double p90) {
    return new TransactionResult(name, ok, failed, p90, p90, p90);
  }

  private static ObjectivesSpec inForce(ScalabilityExperiment experiment) {
    return Experiments.two(experiment).spec().objectives();
  }
}
