package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventOrderTest {
  private static final Instant NOW = Instant.parse("2026-11-27T08:00:00Z");

  private final EventOrder order = new EventOrder();

  @Test
  void eventsOfOneMomentGetOneSecondEach() {
    assertThat(recorded(NOW)).isZero();
    assertThat(recorded(NOW)).isEqualTo(1);
    assertThat(recorded(NOW)).isEqualTo(2);
    assertThat(recorded(NOW.plusSeconds(60))).isEqualTo(60);
  }

  /** One that takes over from a lost operator, after some twenty seconds, begins again. */
  @Test
  void theNextEventOfARestartedOperatorIsShownAfterALongBurst() {
    for (int event = 0; event < 30; event++) {
      recorded(NOW);
    }
    long after = new EventOrder().next("uid", NOW.plusSeconds(21)) - NOW.getEpochSecond();

    assertThat(recorded(NOW)).isLessThan(after);
  }

  private long recorded(Instant now) {
    long second = order.next("uid", now);
    order.used("uid", second);
    return second - NOW.getEpochSecond();
  }
}
