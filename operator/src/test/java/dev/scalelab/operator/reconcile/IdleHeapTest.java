package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Parts;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the operator collects its garbage. */
class IdleHeapTest {
  private long now;
  private int collections;
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
          throw new UnsupportedOperationException();
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
    assertThat(collections).isEqualTo(1);

    now += Duration.ofMinutes(1).toNanos();
    heap.nothingLeft();
    assertThat(collections).isEqualTo(2);
  }

  @Test
  void itDoesNotPauseWhileAnotherExperimentIsMeasured() {
    neighbours.seen(NeighboursTest.started("other", "uid-1"));
    heap.nothingLeft();
    assertThat(collections).isZero();
  }
}
