package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against the tables that statistics books print. */
class QuantilesTest {
  @Test
  void studentsT() {
    assertThat(Quantiles.t95(1)).isCloseTo(12.706, within(0.0005));
    assertThat(Quantiles.t95(2)).isCloseTo(4.303, within(0.0005));
    assertThat(Quantiles.t95(4)).isCloseTo(2.776, within(0.0005));
    assertThat(Quantiles.t95(9)).isCloseTo(2.262, within(0.0005));
    assertThat(Quantiles.t(0.995, 3)).isCloseTo(5.841, within(0.0005));
    assertThat(Quantiles.t(0.95, 10)).isCloseTo(1.812, within(0.0005));
  }

  @Test
  void fishersF() {
    assertThat(Quantiles.f(0.95, 1, 10)).isCloseTo(4.965, within(0.0005));
    assertThat(Quantiles.f(0.95, 1, 2)).isCloseTo(18.513, within(0.0005));
    assertThat(Quantiles.f(0.99, 3, 12)).isCloseTo(5.953, within(0.0005));
  }

  @Test
  void chanceOfAValueAsFarFromZero() {
    assertThat(Quantiles.twoSided(4.303, 2)).isCloseTo(0.05, within(1e-4));
    assertThat(Quantiles.twoSided(-4.303, 2)).isCloseTo(0.05, within(1e-4));
    assertThat(Quantiles.twoSided(0, 2)).isEqualTo(1);
  }
}
