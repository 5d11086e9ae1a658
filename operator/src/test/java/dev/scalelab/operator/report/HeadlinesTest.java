package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.LoadModel;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.Spread;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlinesTest {
  private static final SearchResult SEARCH =
      new SearchResult(LoadModel.OPEN, 31.0, 27.0, 6, null, null, null, 27.0);

  /** Response times at the peak of a search are many times those beside it. */
  @Test
  void theThroughputOfASearchIsItsCapacity() {
    ConfigurationResult given =
        Measured.row(1, 33).withCapacityPerSecond(new Spread(31.0, 31.0, 31.0));
    ConfigurationResult searched = given.withSearch(SEARCH);

    assertThat(throughput(given)).isEqualTo(33);
    assertThat(throughput(searched)).isEqualTo(31);
    assertThat(throughput(searched.withCapacityPerSecond(null)))
        .as("no load met the objectives")
        .isEqualTo(33);
  }

  private static Double throughput(ConfigurationResult row) {
    return new Headlines(Optional.empty(), List.of(row), Map.of()).now().throughputPerSecond();
  }
}
