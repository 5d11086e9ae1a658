package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.WriteCount;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers by which a test looks for acknowledged orders. */
class ClientCartsTest {
  @Test
  void theyAreOfAllThatWereSentButTheUnacknowledged() {
    List<WriteCount> sent =
        List.of(
            new WriteCount("newOrder", 0, 6L, "2,4-5"),
            new WriteCount("newOrder", 1, 2L, ""),
            new WriteCount("session", 0, 9L, ""));

    assertThat(ClientCarts.acknowledged("newOrder", sent))
        .hasSize(5)
        .contains("5692161d-100b-05e5-5ca1-e1ab00000000");
  }
}
