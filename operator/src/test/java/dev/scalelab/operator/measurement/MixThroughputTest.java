package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.loadrun.LoadRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixThroughputTest {
  private static final LoadRecord.Transaction NONE = kind(0, 0);

  @Test
  void isTheThroughputWhenNothingFails() {
    assertThat(perSecond(600, 0, kind(300, 0), kind(300, 0))).isEqualTo(30.0);
  }

  @Test
  void isThatOfTheKindOfWhichMostFailed() {
    // As one server did at 75 a second: 29 completed a second, but a fifth of the new orders.
    LoadRecord.Transaction newOrder = kind(137, 508);
    LoadRecord.Transaction others = kind(356, 278);

    assertThat(perSecond(1500, 0, newOrder, others))
        .isCloseTo((137 + 508 + 356 + 278) / 20.0 * 137 / (137 + 508), within(1e-9));
  }

  @Test
  void doesNotCountWhatTheStepBeforeLeft() {
    assertThat(perSecond(600, 0, kind(330, 0), kind(330, 0))).isEqualTo(30.0);
  }

  @Test
  void whatWasNotSentBecauseTooManyWereOpenArrivedNonetheless() {
    assertThat(perSecond(300, 300, kind(150, 150), kind(150, 150))).isEqualTo(15.0);
  }

  @Test
  void aKindOfWhichNoneEndedTellsNothing() {
    assertThat(perSecond(601, 0, kind(600, 0), NONE)).isEqualTo(30.0);
    assertThat(perSecond(5, 0, NONE, NONE)).isZero();
  }

  private static LoadRecord.Transaction kind(long ok, long failed) {
    return new LoadRecord.Transaction(ok, failed, ok + failed, null);
  }

  /** Of a window of 20 s. */
  private static double perSecond(
      long sent, long shed, LoadRecord.Transaction newOrder, LoadRecord.Transaction others) {
    long completed = newOrder.ok() + others.ok();
    long failed = newOrder.failed() + others.failed();
    return MixThroughput.perSecond(
        new LoadRecord.Step(
            "small-base-1-r1",
            1,
            30.0,
            Instant.EPOCH,
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(20),
            20.0,
            sent + shed,
            sent,
            shed,
            completed,
            failed,
            completed + failed,
            Map.of("newOrder", newOrder, "others", others),
            List.of(),
            Map.of(),
            null,
            1.0,
            null));
  }
}
