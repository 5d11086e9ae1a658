package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Numbers are rounded as their decimal digits say. */
class RoundingTest {
  private final Random random = new Random(1);

  /** Of all sizes; every other one with few digits, so that many are halves. */
  private DoubleStream numbers() {
    return DoubleStream.concat(
        DoubleStream.of(0, -0.0, 0.004, 0.005, 0.05, 1.005, 9.995, 99.95, 999.95, 1e-7, 1e12),
        DoubleStream.generate(this::number).limit(5_000));
  }

  private double number() {
    double value = Math.pow(10, 18 * random.nextDouble() - 8) * (random.nextInt(9) - 1);
    return random.nextBoolean()
        ? value
        : BigDecimal.valueOf(value).round(new MathContext(1 + random.nextInt(5))).doubleValue();
  }

  @Test
  void fourDigitsAreThoseOfDecimalArithmetic() {
    numbers()
        .forEach(
            value ->
                assertThat(Rounding.significant(value))
                    .isEqualTo(BigDecimal.valueOf(value).round(new MathContext(4)).doubleValue()));
  }

  @Test
  void textIsThatOfStringFormat() {
    numbers()
        .map(Math::abs)
        .forEach(
            value -> {
              for (int decimals = 0; decimals <= 2; decimals++) {
                assertThat(Decimals.text(decimals, value))
                    .isEqualTo(String.format(Locale.ROOT, "%." + decimals + "f", value));
              }
            });
  }

  @Test
  void onlyWhatIsLessThanNothingHasASign() {
    assertThat(Decimals.text(1, -0.04)).isEqualTo("0.0");
    assertThat(Decimals.text(1, -0.05)).isEqualTo("-0.1");
    assertThat(Decimals.text(2, -12.034)).isEqualTo("-12.03");
    assertThat(Decimals.text(0, Double.NaN)).isEqualTo("NaN");
    assertThat(Decimals.text(0, Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
  }
}
