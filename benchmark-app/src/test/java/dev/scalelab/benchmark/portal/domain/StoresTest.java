package dev.scalelab.benchmark.portal.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which database has a customer. */
class StoresTest {

  /** As in the dataset's schema. */
  @ParameterizedTest
  @CsvSource({"1,150", "2,150", "3,150", "4,150", "5,150", "4,1001", "5,1000050", "3,7", "5,5"})
  void eachHasTheRangeThatTheDatasetHas(int count, int customers) {
    Stores stores = new Stores(count, customers);

    for (int part = 1; part <= count; part++) {
      int first = (int) ((part - 1L) * customers / count) + 1;
      int last = (int) ((long) part * customers / count);
      assertThat(IntStream.rangeClosed(first, last).map(stores::of).distinct().toArray())
          .as("%d to %d", first, last)
          .containsExactly(part);
    }
  }

  @Test
  void whoDoesNotExistHasADatabaseTooWhichDoesNotKnowThem() {
    Stores stores = new Stores(3, 150);

    assertThat(stores.of(Integer.MIN_VALUE)).isEqualTo(1);
    assertThat(stores.of(0)).isEqualTo(1);
    assertThat(stores.of(151)).isEqualTo(3);
    assertThat(stores.of(Integer.MAX_VALUE)).isEqualTo(3);
  }

  @Test
  void aSingleDatabaseNeedsNoNumberOfCustomers() {
    assertThat(new Stores(1, 0).of(4711)).isEqualTo(1);
  }
}
