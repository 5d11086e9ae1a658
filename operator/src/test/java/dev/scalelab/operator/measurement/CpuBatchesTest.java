package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CpuBatchesTest {
  private static final double FROM = 1000;

  /** One core until the window's middle, then half of it; the other server a constant quarter. */
  @Test
  void addsUpTheServersBatchByBatch() {
    Series first = server(5, at -> at < 1020 ? at : 1020 + (at - 1020) / 2);
    Series second = server(5, at -> at / 4);

    assertThat(CpuBatches.of(List.of(first, second), 2, FROM, 42))
        .hasSize(8)
        .containsExactly(
            new double[] {6.25, 6.25, 6.25, 6.25, 3.75, 3.75, 3.75, 3.75}, within(1e-9));
  }

  @Test
  void isUnknownWithoutOneOfTheServers() {
    assertThat(CpuBatches.of(List.of(server(5, at -> at)), 2, FROM, 40)).isEmpty();
    assertThat(CpuBatches.of(List.of(), 1, FROM, 40)).isEmpty();
  }

  @Test
  void isUnknownIfServersAreScrapedTooRarelyForABatch() {
    assertThat(CpuBatches.of(List.of(server(10, at -> at)), 1, FROM, 40)).hasSize(8);
    assertThat(CpuBatches.of(List.of(server(15, at -> at)), 1, FROM, 40)).isEmpty();
  }

  @Test
  void isUnknownAfterARestart() {
    assertThat(CpuBatches.of(List.of(server(5, at -> at < 1020 ? at : at - 1020)), 1, FROM, 40))
        .isEmpty();
  }

  private static Series server(int every, DoubleUnaryOperator seconds) {
    return new Series(
        Map.of("pod", "app"),
        IntStream.rangeClosed(-2, 70 / every)
            .mapToDouble(i -> FROM - 5 + i * every)
            .mapToObj(at -> new Sample(at, seconds.applyAsDouble(at)))
            .toList());
  }
}
