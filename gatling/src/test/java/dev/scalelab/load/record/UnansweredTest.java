package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnansweredTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RunClock clock = new RunClock(nanos::get, 0);
  private final Unanswered unanswered = new Unanswered(clock);

  @Test
  void nothingIsAwaitedIfEveryRequestWasAnswered() {
    clock.start(0);

    assertTimeoutPreemptively(Duration.ofSeconds(60), unanswered::awaitEnd);
  }

  @Test
  void aServerMayProcessARequestForAWhileAfterTheClientHasGivenUp() {
    clock.start(0);
    nanos.set(Duration.ofSeconds(50).toNanos());
    unanswered.one();
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () -> {
              try {
                unanswered.awaitEnd();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    nanos.set(Duration.ofSeconds(50).toNanos() + Unanswered.LONGEST_NANOS - 50_000_000);
    assertThat(ended).isNotDone();

    nanos.addAndGet(50_000_000);
    assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
  }
}
