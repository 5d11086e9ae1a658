package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.UserSchedule.Stay;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class VisitorTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Stay STAY = new Stay(1000, 5000);

  /** Two steps of 5 s; the last 4 s of each are measured. */
  private static final Timeline TIMELINE = new Timeline(2, 5, 1, true);

  private static final Quota ENDLESS = new Quota(0, TIMELINE);

  @Test
  void withoutThinkTimeTheNextTransactionIsDueWhenTheOneBeforeIsOver() {
    Visitor visitor = new Visitor(STAY, ThinkTime.NONE, Pacing.NONE, ENDLESS, 1, 0);

    assertThat(visitor.dueNanos()).isEqualTo(SECOND);
    visitor.ended(SECOND, 2 * SECOND, false);
    assertThat(visitor.dueNanos()).isEqualTo(2 * SECOND);
    assertThat(visitor.stays()).isTrue();
    visitor.ended(SECOND, 5 * SECOND, false);
    assertThat(visitor.stays()).isFalse();
  }

  @Test
  void aUserThinksBeforeEachTransactionTheFirstIncluded() {
    Visitor visitor = new Visitor(STAY, new ThinkTime(200, 400), Pacing.NONE, ENDLESS, 1, 0);

    assertThat(visitor.dueNanos()).isBetween(12 * SECOND / 10, 14 * SECOND / 10);
    visitor.ended(SECOND, 2 * SECOND, false);
    assertThat(visitor.dueNanos()).isBetween(22 * SECOND / 10, 24 * SECOND / 10);
  }

  @Test
  void afterAFailureAUserComesBackNoSoonerThanASecond() {
    Visitor visitor = new Visitor(STAY, new ThinkTime(200, 400), Pacing.NONE, ENDLESS, 1, 0);

    visitor.ended(SECOND, 2 * SECOND, true);

    assertThat(visitor.dueNanos()).isEqualTo(3 * SECOND);
  }

  @Test
  void usersThinkApartFromEachOtherAndTheSameInEachRun() {
    ThinkTime think = new ThinkTime(0, 100_000);

    assertThat(new Visitor(STAY, think, Pacing.NONE, ENDLESS, 1, 0).dueNanos())
        .isEqualTo(new Visitor(STAY, think, Pacing.NONE, ENDLESS, 1, 0).dueNanos())
        .isNotEqualTo(new Visitor(STAY, think, Pacing.NONE, ENDLESS, 1, 1).dueNanos())
        .isNotEqualTo(new Visitor(STAY, think, Pacing.NONE, ENDLESS, 2, 0).dueNanos());
  }

  @Test
  void withPacingTransactionsBeginInTimesOfItsOwnHoweverLongTheyTake() {
    Pacing pacing = new Pacing(1000);
    Visitor quick = new Visitor(STAY, ThinkTime.NONE, pacing, ENDLESS, 1, 0);
    Visitor lessQuick = new Visitor(STAY, ThinkTime.NONE, pacing, ENDLESS, 1, 0);
    assertThat(quick.dueNanos()).isBetween(SECOND, 2 * SECOND).isEqualTo(lessQuick.dueNanos());

    for (int transaction = 0; transaction < 100; transaction++) {
      long begun = quick.dueNanos();
      quick.ended(SECOND, begun, false);
      assertThat(quick.dueNanos()).isBetween(begun, begun + 5 * SECOND);
      lessQuick.ended(SECOND, Math.min(begun + SECOND / 2, quick.dueNanos()), false);
      assertThat(lessQuick.dueNanos()).isEqualTo(quick.dueNanos());
    }
  }

  @Test
  void aTransactionThatTakesLongerThanItsPacingIsFollowedByTheNextAtOnce() {
    Visitor visitor = new Visitor(STAY, ThinkTime.NONE, new Pacing(100), ENDLESS, 1, 0);

    visitor.ended(SECOND, 4 * SECOND, false);

    assertThat(visitor.dueNanos()).isEqualTo(4 * SECOND);
  }

  @Test
  void pacedUsersWhoComeTogetherDoNotBeginTogether() {
    Pacing pacing = new Pacing(1000);

    assertThat(LongStream.range(0, 100))
        .extracting(
            user ->
                new Visitor(STAY, ThinkTime.NONE, pacing, ENDLESS, 1, user.intValue()).dueNanos())
        .doesNotHaveDuplicates()
        .allMatch(due -> due >= SECOND && due < 2 * SECOND)
        .anyMatch(due -> due < SECOND * 11 / 10)
        .anyMatch(due -> due > SECOND * 19 / 10);
  }

  @Test
  void aUserIsDoneWithTheLastOfItsNumberThatItBeganInTheWindowAndGoesOn() {
    Visitor visitor = visitor(new Stay(0, 10_000), 2);

    assertThat(visitor.ended(0, SECOND / 2, false)).as("in the warm-up").isEqualTo(Timeline.NONE);
    assertThat(visitor.ended(SECOND, 2 * SECOND, false)).as("the first").isEqualTo(Timeline.NONE);
    assertThat(visitor.ended(2 * SECOND, 3 * SECOND, false)).as("the second").isZero();
    assertThat(visitor.dueNanos()).isEqualTo(3 * SECOND);
    assertThat(visitor.ended(3 * SECOND, 4 * SECOND, false)).as("one more").isEqualTo(-1);

    assertThat(visitor.ended(7 * SECOND, 8 * SECOND, true)).isEqualTo(Timeline.NONE);
    assertThat(visitor.ended(9 * SECOND, 9 * SECOND, false)).as("failed ones count").isEqualTo(1);
  }

  @Test
  void aUserWhoseLastTransactionEndsAfterTheWindowHasNotDoneItsNumber() {
    Visitor visitor = visitor(new Stay(0, 10_000), 1);

    assertThat(visitor.ended(4 * SECOND, 5 * SECOND, false)).isEqualTo(Timeline.NONE);
  }

  @Test
  void withoutAWindowThereIsNoNumber() {
    Quota warmUp = new Quota(1, new Timeline(1, 5, 1, false));
    Visitor visitor = new Visitor(STAY, ThinkTime.NONE, Pacing.NONE, warmUp, 1, 0);

    assertThat(visitor.ended(2 * SECOND, 3 * SECOND, false)).isEqualTo(Timeline.NONE);
    assertThat(visitor.dueNanos()).isEqualTo(3 * SECOND);
  }

  private static Visitor visitor(Stay stay, int transactions) {
    Quota quota = new Quota(transactions, TIMELINE);
    return new Visitor(stay, ThinkTime.NONE, Pacing.NONE, quota, 1, 0);
  }
}
