package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedCountsTest {

  @Test
  void theLargestComesFirst() {
    NamedCounts counts = new NamedCounts(10);
    add(counts, "a", 1);
    add(counts, "b", 3);
    add(counts, "c", 1);

    assertThat(counts.largestFirst())
        .containsExactly(Map.entry("b", 3L), Map.entry("a", 1L), Map.entry("c", 1L));
  }

  @Test
  void namesBeyondTheLimitAreCountedTogether() {
    NamedCounts counts = new NamedCounts(2);
    add(counts, "a", 1);
    add(counts, "b", 1);
    add(counts, "c", 4);
    add(counts, "d", 5);
    add(counts, "a", 1);

    assertThat(counts.largestFirst())
        .containsExactly(Map.entry("other", 9L), Map.entry("a", 2L), Map.entry("b", 1L));
  }

  @Test
  void aShortListStillAddsUp() {
    NamedCounts counts = new NamedCounts(10);
    add(counts, "a", 5);
    add(counts, "b", 4);
    add(counts, "other", 3);
    add(counts, "c", 2);
    add(counts, "d", 1);

    assertThat(counts.largestFirst(4))
        .containsExactly(Map.entry("a", 5L), Map.entry("b", 4L), Map.entry("other", 6L));
  }

  private static void add(NamedCounts counts, String name, int times) {
    for (int i = 0; i < times; i++) {
      counts.add(name);
    }
  }
}
