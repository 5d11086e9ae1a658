package dev.scalelab.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Weights as percents that add up to 100, as required by the load generator. */
class PercentsTest {
  @Test
  void percentsOfAMixHaveTwoDecimalsAndAddUpTo100() {
    assertThat(Percents.of(Map.of("a", 1, "b", 1, "c", 1)))
        .isEqualTo(Map.of("a", 33.34, "b", 33.33, "c", 33.33));
    assertThat(Percents.of(Map.of("a", 5, "b", 0))).isEqualTo(Map.of("a", 100.0, "b", 0.0));
    assertThat(Percents.text(Percents.of(Map.of("b", 3, "a", 1)))).isEqualTo("a=25,b=75");
  }

  @Test
  void kindsOfClientsHaveWholePercentsOfAtLeastOne() {
    assertThat(Percents.whole(List.of(1, 4))).containsExactly(20, 80);
    assertThat(Percents.whole(List.of(100, 100, 1))).containsExactly(49, 50, 1);
    assertThat(Percents.whole(List.of(1, 1, 1))).containsExactly(34, 33, 33);
  }
}
