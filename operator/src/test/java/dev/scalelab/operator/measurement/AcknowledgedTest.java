package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.WriteCount;
import dev.scalelab.operator.loadrun.LoadRecord.Numbers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which acknowledged transactions are not in the database, whatever else failed. */
class AcknowledgedTest {

  @Test
  void whatWasNotAcknowledgedMayBeThereOrNot() {
    // 3 arrived, 17 to 19 did not.
    assertThat(compared(sent(0, 20, "3,17-19"), Map.of(0, new Numbers(20, "17-19", 0))))
        .containsExactly(new AcknowledgedResult("newOrder", 16L, 0L, 0L));
  }

  /** One failed and arrived, one was acknowledged and is lost: their numbers would be equal. */
  @Test
  void aLostOneIsNotHiddenByOneThatFailed() {
    assertThat(compared(sent(0, 20, "3"), Map.of(0, new Numbers(20, "7", 0))))
        .containsExactly(new AcknowledgedResult("newOrder", 19L, 1L, 0L));
  }

  @Test
  void thoseAboveTheHighestThatIsThereAreMissingToo() {
    assertThat(compared(sent(0, 20, ""), Map.of(0, new Numbers(15, "1-2", 3))))
        .containsExactly(new AcknowledgedResult("newOrder", 20L, 7L, 3L));
    assertThat(compared(sent(0, 20, "20"), Map.of()))
        .containsExactly(new AcknowledgedResult("newOrder", 19L, 19L, 0L));
  }

  @Test
  void eachGeneratorHasNumbersOfItsOwn() {
    List<WriteCount> two =
        List.of(
            new WriteCount("newOrder", 0, 10L, "2"), new WriteCount("newOrder", 1, 10L, "9-10"));

    assertThat(
            Acknowledged.compare(
                new RunTotals(List.of(), 0L, 0L, two),
                Map.of("newOrder", Map.of(0, new Numbers(10, "", 0), 1, new Numbers(8, "4", 0)))))
        .containsExactly(new AcknowledgedResult("newOrder", 17L, 1L, 0L));
  }

  @Test
  void nothingIsComparedWithoutAllNumbers() {
    assertThat(compared(sent(0, 20, null), Map.of(0, new Numbers(20, "", 0)))).isEmpty();
    assertThat(compared(sent(0, 20, ""), Map.of(0, new Numbers(20, null, 0)))).isEmpty();
    assertThat(compared(null, Map.of(0, new Numbers(20, "", 0)))).isNull();
    assertThat(Acknowledged.compare(null, Map.of())).isNull();
  }

  private static List<WriteCount> sent(int generator, long numbered, String unacknowledged) {
    return List.of(new WriteCount("newOrder", generator, numbered, unacknowledged));
  }

  private static List<AcknowledgedResult> compared(
      List<WriteCount> sent, Map<Integer, Numbers> found) {
    return Acknowledged.compare(new RunTotals(List.of(), 0L, 0L, sent), Map.of("newOrder", found));
  }
}
