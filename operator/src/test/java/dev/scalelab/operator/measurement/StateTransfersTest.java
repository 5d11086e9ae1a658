package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long state transfers took after a disturbance at second 100, by scrapes every 5 s. */
class StateTransfersTest {
  /** Copies are made again after one has left, and it gets its part when it is back. */
  private static final Series STAYED = series(93, 0.4, 0.4, 0.7, 0.7, 1.9, 1.9);

  private static final Series REPLACED = series(93, 0.6, 0.6, 0.0, 0.2);

  @Test
  void itIsThatOfTheServerThatTookPartForLongest() {
    assertThat(StateTransfers.seconds(List.of(REPLACED, STAYED), 100).orElseThrow())
        .isCloseTo(1.5, org.assertj.core.data.Offset.offset(1e-9));
  }

  @Test
  void theCounterOfANewProcessBeginsAgain() {
    assertThat(StateTransfers.seconds(List.of(REPLACED), 100)).hasValue(0.2);
  }

  @Test
  void whatWasBeforeDoesNotCount() {
    assertThat(StateTransfers.seconds(List.of(series(80, 0, 3, 3, 3, 3, 3)), 100)).hasValue(0);
  }

  @Test
  void serversThatDoNotReportItHaveNone() {
    assertThat(StateTransfers.seconds(List.of(), 100)).isEmpty();
  }

  private static Series series(int from, double... values) {
    return new Series(
        Map.of(),
        IntStream.range(0, values.length)
            .mapToObj(i -> new Sample(from + 5.0 * i, values[i]))
            .toList());
  }
}
