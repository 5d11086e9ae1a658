package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.analysis.ScalingData.Observation;
import dev.scalelab.operator.api.ScalingModel;
import dev.scalelab.operator.api.ScalingReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ScalingTest {
  private static final Usl RETROGRADE = new Usl(null, 20, 0.05, 0.95 / 64, 0);
  private static final int[] SIX = {1, 2, 4, 6, 9, 12};

  @Test
  void theBestNumberOfServersIfTheFiguresShowIt() {
    Scaling scaling = Scaling.of(rounds(0.02, RETROGRADE::at, SIX));

    assertThat(scaling.reason()).isNull();
    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.USL);
    assertThat(scaling.kappa().low()).isPositive();
    assertThat(scaling.best().value()).isCloseTo(8, within(0.3));
    assertThat(scaling.best().low()).isBetween(6.0, 8.0);
    assertThat(scaling.best().high()).isBetween(8.0, 10.0);
    assertThat(scaling.peak().value()).isCloseTo(RETROGRADE.at(8), within(2.0));
    assertThat(scaling.peak().low()).isLessThan(RETROGRADE.at(8));
    assertThat(scaling.peak().high()).isGreaterThan(RETROGRADE.at(8));
  }

  @Test
  void noBestNumberWhereNoMaximumIsNear() {
    Scaling scaling = Scaling.of(rounds(0.02, n -> 20 * n / (1 + 0.05 * (n - 1)), SIX));

    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.AMDAHL);
    assertThat(scaling.sigma().value()).isCloseTo(0.05, within(0.01));
    assertThat(scaling.sigma().low()).isBetween(0.0, 0.05);
    assertThat(scaling.best()).isNull();
  }

  @Test
  void twoNumbersOfServersHaveNoModel() {
    Scaling scaling = Scaling.of(rounds(0.02, RETROGRADE::at, 1, 2));

    assertThat(scaling.reason()).isEqualTo(ScalingReason.INSUFFICIENT_POINTS);
    assertThat(scaling.curve()).isNull();
  }

  @Test
  void threeHaveAmdahlsLaw() {
    Scaling scaling = Scaling.of(rounds(0.01, RETROGRADE::at, 1, 2, 4));

    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.AMDAHL);
    assertThat(scaling.kappa()).isNull();
    assertThat(scaling.best()).isNull();
  }

  @Test
  void fourHaveABestNumberIfItIsKnownWithinAFactorOfTwo() {
    Scaling precise = Scaling.of(rounds(0.02, RETROGRADE::at, 1, 2, 3, 6));
    Scaling vague = Scaling.of(rounds(0.03, RETROGRADE::at, 1, 2, 3, 6));

    assertThat(precise.best().value()).isCloseTo(8, within(0.2));
    assertThat(vague.kappa().low()).as("there is a maximum").isPositive();
    assertThat(vague.best()).isNull();
  }

  @Test
  void oneRoundHasAModelOfManyNumbersButNoIntervals() {
    List<Observation> observations = new ArrayList<>();
    for (int n : SIX) {
      observations.add(new Observation(1, n, RETROGRADE.at(n)));
    }

    Scaling scaling = Scaling.of(ScalingData.of(observations));

    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.USL);
    assertThat(scaling.sigma().value()).isCloseTo(0.05, within(1e-4));
    assertThat(scaling.sigma().bounded()).isFalse();
    assertThat(scaling.best()).isNull();
    assertThat(Scaling.of(ScalingData.of(observations.subList(0, 4))).reason())
        .isEqualTo(ScalingReason.INSUFFICIENT_POINTS);
  }

  @Test
  void aPlateauHasItsBound() {
    Scaling scaling = Scaling.of(rounds(0.02, n -> Math.min(20 * n, 70), SIX));

    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.PLATEAU);
    assertThat(scaling.plateau().value()).isCloseTo(70, within(2.0));
    assertThat(scaling.plateau().low()).isLessThan(70);
    assertThat(scaling.plateau().high()).isGreaterThan(70);
    assertThat(scaling.sigma()).isNull();
  }

  @Test
  void noModelPredictsAnythingWhereNoneFits() {
    Scaling scaling = Scaling.of(rounds(0.01, n -> n == 4 ? 30 : 20 * n, SIX));

    assertThat(scaling.reason()).isEqualTo(ScalingReason.MISFIT);
    assertThat(scaling.lambda().bounded()).isFalse();
    assertThat(scaling.best()).isNull();
  }

  @Test
  void moreThanLinear() {
    Scaling scaling = Scaling.of(rounds(0.02, n -> 20 * n * Math.pow(n, 0.02), SIX));

    assertThat(scaling.reason()).isEqualTo(ScalingReason.SUPERLINEAR);
    assertThat(scaling.sigma().value()).isZero();
    assertThat(Scaling.of(rounds(0.01, n -> 20 * n * (1 + 0.02 * (n - 1)), SIX)).reason())
        .as("so much that no model fits")
        .isEqualTo(ScalingReason.SUPERLINEAR);
  }

  @Test
  void aFactorOnAllFiguresChangesOnlyThroughputs() {
    Scaling one = Scaling.of(rounds(0.02, RETROGRADE::at, SIX));
    Scaling ten = Scaling.of(rounds(0.02, n -> 10 * RETROGRADE.at(n), SIX));

    assertThat(ten.sigma()).isEqualTo(one.sigma());
    assertThat(ten.kappa()).isEqualTo(one.kappa());
    assertThat(ten.best()).isEqualTo(one.best());
    assertThat(ten.lambda().value()).isCloseTo(10 * one.lambda().value(), within(0.01));
  }

  @Test
  void orderMattersNowhere() {
    List<Observation> observations = observations(0.02, RETROGRADE::at, SIX);
    Scaling forwards = Scaling.of(ScalingData.of(observations));
    Collections.reverse(observations);

    assertThat(Scaling.of(ScalingData.of(observations))).isEqualTo(forwards);
  }

  @Test
  void moreNoiseWidensIntervals() {
    Scaling quiet = Scaling.of(rounds(0.01, RETROGRADE::at, SIX));
    Scaling noisy = Scaling.of(rounds(0.03, RETROGRADE::at, SIX));

    assertThat(quiet.sigma().low()).isGreaterThan(noisy.sigma().low());
    assertThat(quiet.best().high()).isLessThan(noisy.best().high());
  }

  @Test
  void throughputThatOnlyFallsIsHighestWithOneServer() {
    Usl falling = new Usl(null, 100, 1, 0.1, 0);

    Scaling scaling = Scaling.of(rounds(0.02, falling::at, 1, 2, 4, 8));

    assertThat(scaling.curve().model()).isEqualTo(ScalingModel.USL);
    assertThat(((Usl) scaling.curve()).sigma()).isCloseTo(1, within(0.1));
    assertThat(scaling.best().value()).isEqualTo(1);
    assertThat(scaling.peak().value()).isCloseTo(100, within(5.0));
  }

  /** Each server takes more from the others than it adds: beyond what the law allows. */
  @Test
  void noFitHasLessThanNothingParallel() {
    Usl tooMuch = new Usl(null, 100, 1.2, 0.1, 0);
    Scaling four = Scaling.of(rounds(0.03, tooMuch::at, 1, 2, 4, 8));
    Scaling three = Scaling.of(rounds(0.02, n -> 110 - 10 * n, 1, 2, 3));

    assertThat(((Usl) four.curve()).sigma()).isEqualTo(1);
    assertThat(((Usl) three.curve()).sigma()).isEqualTo(1);
    assertThat(three.reason()).isEqualTo(ScalingReason.MISFIT);
  }

  private static ScalingData rounds(double noise, DoubleUnaryOperator truth, int... counts) {
    return ScalingData.of(observations(noise, truth, counts));
  }

  /** Three rounds with a fixed pattern of noise. */
  private static List<Observation> observations(
      double noise, DoubleUnaryOperator truth, int... counts) {
    double[] pattern = {1, -1, 0, 0, 1, -1, -1, 0, 1};
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      for (int round = 0; round < 3; round++) {
        double factor = Math.exp(noise * pattern[(3 * i + round) % pattern.length]);
        observations.add(
            new Observation(round + 1, counts[i], truth.applyAsDouble(counts[i]) * factor));
      }
    }
    return observations;
  }
}
