package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.platform.Timing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Collects garbage once nothing is measured any more. The serial collector extends the old
 * generation up to its maximum before it collects there (Java 25), so that what the experiments
 * left would stay resident: half of 72 MiB after one of thirty steps.
 */
@ApplicationScoped
public class IdleHeap {
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Neighbours neighbours;
  private final Timing timing;
  private final Runnable collector;
  private Long lastNanos;

  @Inject
  public IdleHeap(Neighbours neighbours, Timing timing) {
    this(neighbours, timing, System::gc);
  }

  IdleHeap(Neighbours neighbours, Timing timing, Runnable collector) {
    this.neighbours = neighbours;
    this.timing = timing;
    this.collector = collector;
  }

  /** Nothing is left to do on an experiment. Collects if no other has started, once a minute. */
  synchronized void nothingLeft() {
    long now = timing.nanoTime();
    if (neighbours.started() == 0 && (lastNanos == null || now - lastNanos >= PAUSE_NANOS)) {
      lastNanos = now;
      collector.run();
    }
  }
}
