package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Numbers of load generators; the same UUIDs are in the generator's own test. */
class ClientNumbersTest {

  private static final UUID FIRST = UUID.fromString("5692161d-100b-05e5-5ca1-e1ab00000000");
  private static final UUID SECOND = UUID.fromString("dbd23897-3a2b-148a-5ca1-e1ab00000000");
  private static final UUID FAR = UUID.fromString("852527f5-df18-ebba-5ca1-e1ab00000000");
  private static final UUID OF_ANOTHER = UUID.fromString("5692161d-100b-05e5-5ca1-e1ab00000003");

  private final ClientNumbers numbers = new ClientNumbers();

  @Test
  void theMissingOnesAreNamed() {
    numbers.add("newOrder", FAR);
    numbers.add("newOrder", SECOND);
    numbers.add("newOrder", OF_ANOTHER);

    assertThat(numbers.json())
        .isEqualTo(
            "{\"newOrder\":{\"0\":{\"highest\":512,\"missing\":\"1,3-511\",\"twice\":0},"
                + "\"3\":{\"highest\":1,\"missing\":\"\",\"twice\":0}}}");
  }

  @Test
  void whatIsThereMoreThanOnceIsCounted() {
    numbers.add("order", FIRST);
    numbers.add("order", FIRST);
    numbers.add("order", FIRST);

    assertThat(numbers.json())
        .isEqualTo("{\"order\":{\"0\":{\"highest\":1,\"missing\":\"\",\"twice\":2}}}");
  }

  @Test
  void numbersThatServersHaveChosenAreIgnored() {
    numbers.add("order", UUID.randomUUID());
    numbers.add("order", new UUID(0, 7));

    assertThat(numbers.json()).isEqualTo("{}");
  }
}
