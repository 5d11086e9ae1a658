package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.FactorResult;
import dev.scalelab.operator.plan.Configuration;
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
  void valuesAreComparedInTheirOrderWhateverThatOfTheList() {
    FactorResult heap =
        of(
                """
                sweep:
                  replicas: [1]
                  factors:
                  - {setting: application.heap, values: [768Mi, 256Mi, 512Mi, 128Mi]}
                """,
                98,
                97,
                100,
                60)
            .get(0);

    assertThat(heap.plateau()).containsExactly("256Mi", "512Mi", "768Mi");
    assertThat(heap.message())
        .endsWith("; from 256Mi to 768Mi it differs by at most 5 %, so that 256Mi suffices");
  }

  @Test
  void ofWordsNoneSuffices() {
    String words =
        "{sweep: {replicas: [1], factors: [{setting: application.collector, values: [G1, Parallel, Serial]}]}}";

    FactorResult collector = of(words, 100, 80, 98).get(0);
    assertThat(collector.plateau()).containsExactly("G1", "Serial");
    assertThat(collector.message())
        .isEqualTo(
            "base-1: application.collector=G1 is best, with 100.0/s; at most 5 % lower: Serial");
    assertThat(of(words, 80, 100, 81).get(0).message())
        .endsWith("; the other values are more than 5 % lower");
  }

  /** Each completed the 40/s that were requested: a tie below their capacities. */
  @Test
  void whereAllThatWasRequestedWasDoneNoValueIsTheBest() {
    String heaps =
        "{sweep: {replicas: [1], factors: [{setting: application.heap, values: [192Mi, 256Mi, 384Mi]}]}}";
    Plan plan = MeasuredRounds.plan(heaps);
    List<Measured> measured = new ArrayList<>();
    for (Configuration one : plan.configurations()) {
      measured.add(MeasuredRounds.unsaturated(plan, one.shortName(), 40, 40, 40));
    }

    assertThat(FactorPlateaus.of(measured)).isEmpty();

    measured.set(0, MeasuredRounds.of(plan, plan.configurations().get(0).shortName(), 30, 30));
    assertThat(FactorPlateaus.of(measured)).as("either of the others may be the best").isEmpty();
    assertThat(of(heaps, 40, 40, 40)).as("their limit is the same").hasSize(1);
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
