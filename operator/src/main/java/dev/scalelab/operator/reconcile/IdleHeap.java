package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.platform.Timing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Collects garbage once nothing is measured any more. The serial collector extends the old
 * generation up to its maximum before it collects there (Java 25), so that what the experiments
 * left would stay resident: half of 72 MiB after one of thirty steps. It is a moment after the
 * reconciliation that leaves nothing to do, which would take longer for it.
 */
@ApplicationScoped
public class IdleHeap {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Neighbours neighbours;
  private final Timing timing;
  private final Runnable collector;
  private final ScheduledExecutorService timer;
  private Long lastNanos;
  private boolean planned;

  @Inject
  public IdleHeap(Neighbours neighbours, Timing timing) {
    this(neighbours, timing, System::gc);
  }

  IdleHeap(Neighbours neighbours, Timing timing, Runnable collector) {
    this.neighbours = neighbours;
    this.timing = timing;
    this.collector = collector;
    this.timer = timing.timer("idle-heap");
  }

  /**
   * Nothing is left to do on an experiment. Collects soon if no other has started by then, once a
   * minute.
   */
  synchronized void nothingLeft() {
    if (!planned && isDue()) {
      planned = true;
      timer.schedule(this::collect, SOON.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void collect() {
    planned = false;
    if (isDue()) {
      lastNanos = timing.nanoTime();
      collector.run();
    }
  }

  private boolean isDue() {
    return neighbours.started() == 0
        && (lastNanos == null || timing.nanoTime() - lastNanos >= PAUSE_NANOS);
  }
}
