package dev.scalelab.load.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.TransactionType;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Effect of pauses on the times from which a transaction's duration counts. */
class TransactionTest {
  private static final long SCHEDULED = TimeUnit.SECONDS.toNanos(7);
  private static final long START = SCHEDULED + TimeUnit.MILLISECONDS.toNanos(3);
  private static final long OVERSLEPT = TimeUnit.MILLISECONDS.toNanos(20);

  private final Transaction transaction =
      new Transaction(TransactionType.VISIT, new Object(), 0, SCHEDULED, START);

  @Test
  void withoutPausesTheyAreThoseOfTheScheduleAndOfTheStart() {
    assertThat(transaction.scheduledNanosWithoutPauses()).isEqualTo(SCHEDULED);
    assertThat(transaction.sentNanosWithoutPauses()).isEqualTo(START);
  }

  @Test
  void whatTheUserMeantToPauseIsNoneOfItsTime() {
    transaction.beginPause(200);
    transaction.endPause();
    transaction.beginPause(50);
    transaction.endPause();

    assertThat(transaction.scheduledNanosWithoutPauses())
        .isEqualTo(SCHEDULED + TimeUnit.MILLISECONDS.toNanos(250));
    assertThat(transaction.startNanos()).isEqualTo(START);
  }

  /** Otherwise a generator that wakes its users late would look fast. */
  @Test
  void whatTheGeneratorOversleptIsPartOfTheTimeFromTheScheduleAndNotOfThatFromTheSending() {
    long before = System.nanoTime();
    transaction.beginPause(0);
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < OVERSLEPT) {
      Thread.onSpinWait();
    }
    transaction.endPause();
    long after = System.nanoTime();

    assertThat(transaction.scheduledNanosWithoutPauses()).isEqualTo(SCHEDULED);
    assertThat(transaction.sentNanosWithoutPauses())
        .isBetween(START + OVERSLEPT, START + after - before);
  }
}
