package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ScalabilityResult;
import dev.scalelab.operator.api.ScalingModel;
import dev.scalelab.operator.api.ScalingReason;
import dev.scalelab.operator.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The sentences in which models are reported. */
class ScalabilityModelsTest {
  private static final Plan PLAN = MeasuredRounds.plan("sweep: {replicas: [1, 2, 4, 6, 9, 12]}");
  private static final List<Integer> SIX = List.of(1, 2, 4, 6, 9, 12);
  private static final Usl RETROGRADE = new Usl(null, 20, 0.05, 0.95 / 64, 0);

  @Test
  void theBestNumberOfPods() {
    ScalabilityResult result = model(SIX, RETROGRADE::at);

    assertThat(result.system()).isEqualTo("base");
    assertThat(result.model()).isEqualTo(ScalingModel.USL);
    assertThat(result.bestReplicas().value()).isBetween(7.5, 8.5);
    assertThat(result.message())
        .isEqualTo("base: most throughput at 8.0 (7.7 to 8.3) pods, 73.4 (72.2 to 74.5)/s");
  }

  @Test
  void noMaximum() {
    assertThat(model(SIX, n -> 20 * n).message())
        .matches("base: linear, (19|20)\\.\\d \\(1\\d\\.\\d to 2\\d\\.\\d\\)/s for each pod");
    assertThat(model(SIX, n -> 20 * n / (1 + 0.05 * (n - 1))).message())
        .matches(
            "base: Amdahl's law, \\d\\.\\d \\(\\d\\.\\d to \\d\\.\\d\\) % of the work is not parallel");
    assertThat(model(SIX, n -> Math.min(20 * n, 70)).message())
        .matches("base: flat at \\d+\\.\\d \\(.*\\)/s from 4 pods on");
  }

  @Test
  void tooFewNumbersOfPods() {
    ScalabilityResult result = model(List.of(1, 2), n -> 20 * n);

    assertThat(result.model()).isNull();
    assertThat(result.reason()).isEqualTo(ScalingReason.INSUFFICIENT_POINTS);
    assertThat(result.message())
        .isEqualTo(
            "base: no model: at least 3 numbers of pods are needed, and 6 that span a factor of 4 for all"
                + " that it can state; this has 2");
  }

  @Test
  void tooFewRounds() {
    List<Measured> measured = new ArrayList<>();
    List.of(1, 2, 4).forEach(n -> measured.add(MeasuredRounds.of(PLAN, "base-" + n, 20 * n)));

    assertThat(ScalabilityModels.of(measured).get(0).message())
        .isEqualTo(
            "base: no model of 3 numbers of pods in 3 rounds in all: set load.repetitions to 3 or more");
  }

  @Test
  void noModelFits() {
    ScalabilityResult result = model(SIX, n -> n == 4 ? 30 : 20 * n);

    assertThat(result.reason()).isEqualTo(ScalingReason.MISFIT);
    assertThat(result.message())
        .startsWith("base: no model explains these throughputs: they differ from the nearest, ");
  }

  @Test
  void whatWasNotSaturatedIsLeftOut() {
    List<Measured> measured = new ArrayList<>(rounds(List.of(1, 2, 4), n -> 20 * n));
    measured.set(0, MeasuredRounds.unsaturated(PLAN, "base-1", 10, 10, 10));

    assertThat(ScalabilityModels.of(measured).get(0).message())
        .endsWith("this has 2; 1 of 3 numbers of pods showed no limit and are left out");
  }

  @Test
  void aSystemWithOneNumberOfPodsHasNoEntry() {
    assertThat(ScalabilityModels.of(rounds(List.of(1), n -> 20 * n))).isEmpty();
  }

  @Test
  void equalFiguresGiveEqualText() {
    assertThat(model(SIX, RETROGRADE::at)).isEqualTo(model(SIX, RETROGRADE::at));
  }

  private static ScalabilityResult model(List<Integer> counts, DoubleUnaryOperator truth) {
    return ScalabilityModels.of(rounds(counts, truth)).get(0);
  }

  private static List<Measured> rounds(List<Integer> counts, DoubleUnaryOperator truth) {
    List<Measured> measured = new ArrayList<>();
    for (int n : counts) {
      double peak = truth.applyAsDouble(n);
      double noise = n % 4 == 0 ? 1.02 : 0.985;
      measured.add(MeasuredRounds.of(PLAN, "base-" + n, peak * noise, peak, peak / noise));
    }
    return measured;
  }
}
