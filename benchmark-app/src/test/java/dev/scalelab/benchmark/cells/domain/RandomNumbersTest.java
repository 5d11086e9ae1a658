package dev.scalelab.benchmark.cells.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomNumbersTest {

  @Test
  void theFirstNumbersAreThoseOfTheDefinition() {
    // 1 ^ 1 << 13 is 0x2001, whose shift by 7 to the right is 0x40, and so on.
    assertThat(new RandomNumbers(1).draw(1)).isEqualTo(0x40822041L);
    assertThat(new RandomNumbers(0).draw(1)).isEqualTo(0x40822041L);
  }

  @Test
  void manyAtOnceAreTheSameAsOneByOne() {
    RandomNumbers oneByOne = new RandomNumbers(7);
    LongStream.range(0, 999).forEach(i -> oneByOne.draw(1));

    assertThat(new RandomNumbers(7).draw(1000)).isEqualTo(oneByOne.draw(1));
  }

  @Test
  void noneComesTwiceInAThousand() {
    RandomNumbers numbers = new RandomNumbers(1);
    Set<Long> generated =
        LongStream.range(0, 1000).map(i -> numbers.draw(1)).boxed().collect(Collectors.toSet());

    assertThat(generated).hasSize(1000);
  }
}
