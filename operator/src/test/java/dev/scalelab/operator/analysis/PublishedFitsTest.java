package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.analysis.ScalingData.Observation;
import dev.scalelab.operator.api.ScalingModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fits that others have published, of their own data. */
class PublishedFitsTest {
  /** SPEC SDM91, as in the R package usl. */
  private static final ScalingData SPEC_SDM91 =
      data(
          new int[] {1, 18, 36, 72, 108, 144, 216},
          64.9,
          995.9,
          1652.4,
          1853.2,
          1828.9,
          1775.0,
          1702.2);

  /** A ray tracer on up to 64 processors (Gunther). */
  private static final ScalingData RAYTRACER =
      data(
          new int[] {1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64},
          20,
          78,
          130,
          170,
          190,
          200,
          210,
          230,
          260,
          280,
          310);

  /** Business operations per minute of a cluster with a tuned pool (Zhou, table 7.3). */
  private static final ScalingData ZHOU = data(new int[] {1, 2, 4, 8}, 2355.4, 3628, 3680, 3640);

  @Test
  void specSdm91AsThePackageUslFitsIt() {
    Usl usl = Usl.of(ScalingModel.USL, SPEC_SDM91, true);

    assertThat(usl.sigma()).isCloseTo(0.0277285, within(5e-8));
    assertThat(usl.kappa()).isCloseTo(0.0001044, within(5e-8));
    assertThat(usl.lambda()).isCloseTo(89.995, within(5e-4));
    assertThat(Math.sqrt(usl.sum() / (7 - 3))).as("RSE").isCloseTo(82.8, within(0.05));
    assertThat(usl.bestReplicas()).isCloseTo(96.52, within(0.005));
    assertThat(usl.at(usl.bestReplicas())).isCloseTo(1884, within(0.5));
  }

  @Test
  void specSdm91ByLogarithms() {
    Usl usl = Usl.of(ScalingModel.USL, SPEC_SDM91, false);

    assertThat(usl.lambda()).isCloseTo(67.94, within(0.005));
    assertThat(usl.sigma()).isCloseTo(0.013452, within(5e-7));
    assertThat(usl.kappa()).isCloseTo(1.1511e-4, within(5e-9));
  }

  @Test
  void raytracerHasNoCoherency() {
    Usl usl = Usl.of(ScalingModel.USL, RAYTRACER, true);

    assertThat(usl.sigma()).isCloseTo(0.0578, within(5e-5));
    assertThat(usl.kappa()).isZero();
    assertThat(usl.lambda()).isCloseTo(21.849, within(5e-4));
  }

  @Test
  void raytracerFollowsAmdahlsLaw() {
    Usl amdahl = Usl.of(ScalingModel.AMDAHL, RAYTRACER, false);
    Usl usl = Usl.of(ScalingModel.USL, RAYTRACER, false);

    assertThat(amdahl.sigma()).isCloseTo(0.0566, within(5e-5));
    assertThat(Scaling.aicc(usl, RAYTRACER) - Scaling.aicc(amdahl, RAYTRACER))
        .isCloseTo(5, within(0.5));
    assertThat(Scaling.of(RAYTRACER).curve()).isEqualTo(amdahl);
  }

  @Test
  void zhousClusterIsFlatFromTwoServers() {
    Plateau plateau = Plateau.of(ZHOU);
    Usl usl = Usl.of(ScalingModel.USL, ZHOU, false);

    assertThat(plateau.bound()).isCloseTo(3649, within(0.5));
    assertThat(plateau.from()).isBetween(1.0, 2.0);
    assertThat(100 * Math.sqrt(plateau.sum() / (4 - 2)))
        .as("relative RSE in percent")
        .isCloseTo(0.7, within(0.05));
    assertThat(100 * Math.sqrt(usl.sum() / (4 - 3))).isCloseTo(9.4, within(0.05));
  }

  private static ScalingData data(int[] replicas, double... perSecond) {
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < replicas.length; i++) {
      observations.add(new Observation(1, replicas[i], perSecond[i]));
    }
    return ScalingData.of(observations);
  }
}
