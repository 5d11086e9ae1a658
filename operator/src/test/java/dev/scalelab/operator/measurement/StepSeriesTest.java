package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.measurement.StepSeries.Second;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepSeriesTest {
  private static final Second BUSY = new Second(100, 2, 0, 5_000, 4_900, 7, 150, 3, 400);
  private static final Second EMPTY = new Second(98, 0, 1, 123_456_789, 4_800, 0, 160, 0, 400);

  /** The load generator's test writes the same text. */
  @Test
  void readsWhatTheLoadGeneratorWrites() {
    assertThat(StepSeries.decode("eNpj5GQ6wcjMwszANMFv1rO7pSd8jjPy8a5hEmFjXcDGAAB4xAf8"))
        .isEqualTo(new StepSeries(List.of(BUSY, EMPTY)));
  }

  @Test
  void readsWhatItWrites() {
    StepSeries series = random(1, 60);

    assertThat(StepSeries.decode(series.encode())).isEqualTo(series);
    assertThat(series.encode()).hasSizeLessThan(1500);
    assertThat(StepSeries.decode(new StepSeries(List.of()).encode()).seconds()).isEmpty();
  }

  @Test
  void addsUpGeneratorsSecondBySecond() {
    StepSeries sum = random(1, 61).plus(random(2, 60));

    assertThat(sum.seconds()).hasSize(60);
    assertThat(sum.seconds().get(59).completed())
        .isEqualTo(
            random(1, 61).seconds().get(59).completed()
                + random(2, 60).seconds().get(59).completed());
    assertThat(sum).isEqualTo(random(2, 60).plus(random(1, 61)));
  }

  @Test
  void aBatchIsTheSumOfItsSecondsAndARestIsLeftOut() {
    StepSeries series = new StepSeries(Collections.nCopies(13, BUSY));

    assertThat(series.batches(5)).extracting(Second::completed).containsExactly(500L, 500L);
    assertThat(series.part(11, 20).seconds()).hasSize(2);
    assertThat(series.part(20, 30).seconds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "AAAA", "eNpj5GQ6wcjMwszANMFv"})
  void refusesWhatIsNoSeries(String text) {
    assertThatThrownBy(() -> StepSeries.decode(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** An own load generator could fill the operator's memory with a short text. */
  @Test
  void refusesWhatWouldNotFitIntoMemory() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(new byte[50_000_000]);
    }
    String bomb = Base64.getEncoder().encodeToString(bytes.toByteArray());

    assertThat(bomb).hasSizeLessThan(100_000);
    assertThatThrownBy(() -> StepSeries.decode(bomb)).hasMessageContaining("too long");
  }

  private static StepSeries random(long seed, int seconds) {
    Random random = new Random(seed);
    return new StepSeries(
        IntStream.range(0, seconds)
            .mapToObj(
                i ->
                    new Second(
                        180 + random.nextInt(40),
                        random.nextInt(2),
                        0,
                        4_000 + random.nextInt(500),
                        3_900 + random.nextInt(500),
                        random.nextInt(20),
                        300 + random.nextInt(60),
                        random.nextInt(5),
                        400))
            .toList());
  }
}
