package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConfigurationMixTest {
  private static final Map<String, Integer> WEIGHTS = Map.of("3", 10, "6", 20, "10", 5);

  @Test
  void everySevenCallsHoldTheExactShares() {
    ConfigurationMix mix = new ConfigurationMix(WEIGHTS, 1);

    for (int block = 0; block < 100; block++) {
      assertThat(
              LongStream.range(block * 7L, block * 7L + 7)
                  .mapToObj(number -> mix.callOf(number).configuration())
                  .collect(Collectors.groupingBy(name -> name, Collectors.counting())))
          .isEqualTo(Map.of("3", 2L, "6", 4L, "10", 1L));
    }
  }

  @Test
  void theSameSeedGivesTheSameCalls() {
    assertThat(calls(1)).isEqualTo(calls(1)).isNotEqualTo(calls(2));
  }

  private static List<CellsCall> calls(long seed) {
    ConfigurationMix mix = new ConfigurationMix(WEIGHTS, seed);
    return LongStream.range(0, 100).mapToObj(mix::callOf).toList();
  }
}
