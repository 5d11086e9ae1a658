package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The customers in each of several databases. */
class CustomerRangeTest {
  @ParameterizedTest
  @CsvSource({"1,150", "2,150", "4,150", "4,1350", "5,1050000"})
  void eachCustomerIsInOneAndNoneHasMoreThanOneMore(int parts, int customers) {
    int next = 1;
    for (int part = 0; part < parts; part++) {
      CustomerRange range = CustomerRange.of(part, parts, customers);
      assertThat(range.first()).isEqualTo(next);
      assertThat(range.last() - range.first() + 1)
          .isBetween(customers / parts, customers / parts + 1);
      next = range.last() + 1;
    }
    assertThat(next).isEqualTo(customers + 1);
  }

  /** The same as in schema.sql of the dataset and in the application's StoresTest. */
  @Test
  void fourPartsOfAnOddNumber() {
    assertThat(IntStream.range(0, 4).mapToObj(part -> CustomerRange.of(part, 4, 150)))
        .containsExactly(
            new CustomerRange(1, 37),
            new CustomerRange(38, 75),
            new CustomerRange(76, 112),
            new CustomerRange(113, 150));
  }
}
