package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.FactorResult;
import dev.scalelab.operator.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which value of a setting suffices. */
class FactorPlateausTest {
  /** The peaks of Zhou's table 6.2: below 140 MiB of heap a server collects garbage. */
  @Test
  void theHeapOfAPublishedStudy() {
    FactorResult heap =
        of(
                """
                sweep:
                  replicas: [1]
                  factors:
                  - {setting: application.heap, values: [64Mi, 100Mi, 140Mi, 180Mi, 220Mi, 256Mi]}
                """,
                313.7,
                536.5,
                571.5,
                578.3,
                557.1,
                552.7)
            .get(0);

    assertThat(heap.best()).isEqualTo("180Mi");
    assertThat(heap.plateau()).containsExactly("140Mi", "180Mi", "220Mi", "256Mi");
    assertThat(heap.message())
        .isEqualTo(
            "base-1: application.heap=180Mi is best, with 578.3/s; from 140Mi to 256Mi it differs by at most 5 %, so that 140Mi"
                + " suffices");
  }

  @Test
  void eachOtherFactorHasItsOwn() {
    List<FactorResult> both =
        of(
            """
            sweep:
              replicas: [1]
              factors:
              - {setting: application.heap, values: [192Mi, 256Mi, 384Mi]}
              - {setting: application.connectionPoolSize, values: [5, 10]}
            """,
            10,
            11,
            20,
            22,
            15,
            16);

    assertThat(both)
        .as("the other one has only two values")
        .extracting(FactorResult::system, FactorResult::best)
        .containsExactly(
            tuple("base-connectionpoolsize5", "256Mi"),
            tuple("base-connectionpoolsize10", "256Mi"));
    assertThat(both.get(0).message()).endsWith("; the values beside it are more than 5 % lower");
  }

  @Test
  void withoutFactorsThereIsNone() {
    assertThat(of("{sweep: {replicas: [1, 2]}}", 10, 20)).isEmpty();
  }

  private static List<FactorResult> of(String change, double... peaks) {
    Plan plan = MeasuredRounds.plan(change);
    List<Measured> measured = new ArrayList<>();
    for (int i = 0; i < peaks.length; i++) {
      measured.add(
          new Measured(
              plan.configurations().get(i), MeasuredRounds.result(peaks[i], peaks[i], peaks[i])));
    }
    return FactorPlateaus.of(measured);
  }
}
