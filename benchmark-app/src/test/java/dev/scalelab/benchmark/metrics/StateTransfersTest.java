package dev.scalelab.benchmark.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How the time of state transfers is counted. */
class StateTransfersTest {

  private final AtomicLong seconds = new AtomicLong();
  private final StateTransfers transfers = new StateTransfers(() -> seconds.get() * 1_000_000_000L);

  @Test
  void transfersOfSeveralCachesThatOverlapCountOnce() {
    at(10, "web", true);
    at(12, "ejb", true);
    at(13, "web", false);
    assertThat(transfers.seconds()).as("one goes on").isEqualTo(3);
    at(15, "ejb", false);
    seconds.set(100);
    assertThat(transfers.seconds()).isEqualTo(5);

    at(110, "web", true);
    at(112, "web", false);
    assertThat(transfers.seconds()).isEqualTo(7);
  }

  @Test
  void aTransferThatIsReplacedByAnotherGoesOn() {
    at(10, "web", true);
    at(14, "web", true);
    at(20, "web", false);
    assertThat(transfers.seconds()).isEqualTo(10);
  }

  @Test
  void theEndOfOneThatBeganBeforeItWasFollowedCountsNothing() {
    at(10, "web", false);
    assertThat(transfers.seconds()).isZero();
  }

  private void at(long second, String cache, boolean begins) {
    seconds.set(second);
    transfers.changed(cache, begins);
  }
}
