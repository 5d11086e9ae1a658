package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.UserSchedule.Stay;
import org.junit.jupiter.api.Test;

class VisitorTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Stay STAY = new Stay(1000, 5000);

  @Test
  void withoutThinkTimeTheNextTransactionIsDueWhenTheOneBeforeIsOver() {
    Visitor visitor = new Visitor(STAY, ThinkTime.NONE, 1, 0);

    assertThat(visitor.dueNanos()).isEqualTo(SECOND);
    visitor.ended(2 * SECOND, false);
    assertThat(visitor.dueNanos()).isEqualTo(2 * SECOND);
    assertThat(visitor.stays()).isTrue();
    visitor.ended(5 * SECOND, false);
    assertThat(visitor.stays()).isFalse();
  }

  @Test
  void aUserThinksBeforeEachTransactionTheFirstIncluded() {
    Visitor visitor = new Visitor(STAY, new ThinkTime(200, 400), 1, 0);

    assertThat(visitor.dueNanos()).isBetween(12 * SECOND / 10, 14 * SECOND / 10);
    visitor.ended(2 * SECOND, false);
    assertThat(visitor.dueNanos()).isBetween(22 * SECOND / 10, 24 * SECOND / 10);
  }

  @Test
  void afterAFailureAUserComesBackNoSoonerThanASecond() {
    Visitor visitor = new Visitor(STAY, new ThinkTime(200, 400), 1, 0);

    visitor.ended(2 * SECOND, true);

    assertThat(visitor.dueNanos()).isEqualTo(3 * SECOND);
  }

  @Test
  void usersThinkApartFromEachOtherAndTheSameInEachRun() {
    ThinkTime think = new ThinkTime(0, 100_000);

    assertThat(new Visitor(STAY, think, 1, 0).dueNanos())
        .isEqualTo(new Visitor(STAY, think, 1, 0).dueNanos())
        .isNotEqualTo(new Visitor(STAY, think, 1, 1).dueNanos())
        .isNotEqualTo(new Visitor(STAY, think, 2, 0).dueNanos());
  }
}
