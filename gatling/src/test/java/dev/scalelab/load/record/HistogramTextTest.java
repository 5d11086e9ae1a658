package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramTextTest {

  @Test
  void aHistogramSurvivesItsText() {
    Histogram histogram = new AtomicHistogram(60_000_000, 3);
    histogram.recordValue(1_234);
    histogram.recordValueWithCount(59_000_000, 7);

    Histogram decoded = HistogramText.decode(HistogramText.encode(histogram));

    assertThat(decoded).isEqualTo(histogram);
    assertThat(decoded.getTotalCount()).isEqualTo(8);
  }

  @Test
  void anEmptyHistogramHasATextToo() {
    String text = HistogramText.encode(new AtomicHistogram(60_000_000, 3));

    assertThat(HistogramText.decode(text).getTotalCount()).isZero();
  }

  @Test
  void otherTextIsRefused() {
    assertThatThrownBy(() -> HistogramText.decode("AAAAAAAAAAAAAAAA"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
