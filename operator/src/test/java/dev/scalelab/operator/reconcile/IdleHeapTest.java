package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Parts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the operator collects its garbage. */
class IdleHeapTest {
  private long now;
  private int collections;
  private final List<Runnable> planned = new ArrayList<>();
  private Neighbours neighbours;
  private IdleHeap heap;

  private final Timing timing =
      new Timing() {
        @Override
        public long nanoTime() {
          return now;
        }

        @Override
        public ScheduledExecutorService timer(String name) {
          return new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
              planned.add(command);
              return null;
            }
          };
        }
      };

  @BeforeEach
  void nothingIsMeasured() {
    neighbours = new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, timing);
    heap = new IdleHeap(neighbours, timing, () -> collections++);
  }

  @Test
  void itCollectsOnceAMinute() {
    heap.nothingLeft();
    heap.nothingLeft();
    assertThat(collections).as("during the reconciliation").isZero();
    aMomentPasses();
    assertThat(collections).isEqualTo(1);

    heap.nothingLeft();
    aMomentPasses();
    assertThat(collections).as("so soon").isEqualTo(1);

    now += Duration.ofMinutes(1).toNanos();
    heap.nothingLeft();
    aMomentPasses();
    assertThat(collections).isEqualTo(2);
  }

  @Test
  void itDoesNotPauseWhileAnotherExperimentIsMeasured() {
    neighbours.seen(NeighboursTest.started("other", "uid-1"));
    heap.nothingLeft();
    aMomentPasses();
    assertThat(collections).isZero();
  }

  @Test
  void itDoesNotPauseOneThatHasStartedInTheMoment() {
    heap.nothingLeft();
    neighbours.seen(NeighboursTest.started("other", "uid-1"));
    aMomentPasses();
    assertThat(collections).isZero();
  }

  private void aMomentPasses() {
    List.copyOf(planned).forEach(Runnable::run);
    planned.clear();
  }
}
