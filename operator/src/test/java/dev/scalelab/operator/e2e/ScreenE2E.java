package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ScreenFinding;
import dev.scalelab.operator.api.ScreenFindingKind;
import dev.scalelab.operator.api.TrialResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A configuration of the cells that leaks, and one that throws, are found by measuring them. */
class ScreenE2E extends FaultyExperiment {
  private static final String SCREENED =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: screened}
      spec:
        workload:
          type: Cells
          cells: {weights: {"1": 1, "4": 1}, screen: true}
        system:
          application: {cpu: 600m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: ["-XX:TieredStopAtLevel=1"]}
        sweep: {replicas: [1]}
        load:
          open: {rates: [8, 12]}
          step: {seconds: 25, settleSeconds: 5, rampSeconds: 2}
          warmUp: {maxSeconds: 30, transactionsPerServer: 100}
          repetitions: 1
        objectives: {maxErrorPercent: "100"}
      """;

  /** Each completed call is one of configuration 1, which leaks 10,000 bytes. */
  @Test
  void whoThrowsAndWhoLeaksIsFound() {
    name = "screened";
    cluster.apply(SCREENED);
    cluster.awaitFinished(name, 6);

    TrialResult result = cluster.trial("screened-base-1").get().getStatus().result();
    List<ScreenFinding> found = result.screen();
    assertThat(found)
        .extracting(ScreenFinding::kind)
        .as(found.toString())
        .containsExactly(ScreenFindingKind.THROWS, ScreenFindingKind.LEAKS);
    assertThat(found.get(0).configuration()).isEqualTo("4");
    assertThat(found.get(0).perHour()).as("half of ten a second").isCloseTo(18_000, within(4000.0));
    assertThat(found.get(1).configuration()).isEqualTo("1, 4");
    assertThat(found.get(1).bytesEach()).isCloseTo(10_000, within(3000.0));
  }
}
