package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.StepResult;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Speed of the test's machine during an experiment: the CPU time of the same work, a few
 * milliseconds of it every second. On shared machines it changes by a factor of two within a day
 * and by a third within minutes, and so does the throughput of servers with a fixed CPU limit. It
 * is also affected by the experiment's own use of the machine's caches, so it may explain an
 * observation but not prove it.
 */
final class MachineSpeed implements AutoCloseable {
  // More than a core's own caches hold, as a server's heap is.
  private static final int WORDS = 1 << 21;
  private static final int STEPS = 200_000;
  private static final int WARM_UPS = 50;
  private static final int MIN_SAMPLES = 5;

  private final long[] memory = new SplittableRandom(1).longs(WORDS).toArray();
  private final ConcurrentSkipListMap<Instant, Long> nanos = new ConcurrentSkipListMap<>();
  private final Thread thread = new Thread(this::watch, "machine speed");
  private volatile boolean closed;
  private long result;

  MachineSpeed() {
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * CPU time of the same work in the measured window of a step, at least ten seconds long, in
   * milliseconds; the median, so that a single disturbed sample has no effect.
   */
  double millisOfTheSameWork(StepResult step) {
    Instant from = Instant.parse(step.window().from());
    Instant to = Instant.parse(step.window().to());
    double[] sorted =
        nanos.subMap(from, to).values().stream().mapToDouble(Long::doubleValue).sorted().toArray();
    assertThat(sorted)
        .as("samples of the machine's speed from %s to %s", from, to)
        .hasSizeGreaterThanOrEqualTo(MIN_SAMPLES);
    return sorted[sorted.length / 2] / 1e6;
  }

  private void watch() {
    for (int i = 0; i < WARM_UPS; i++) {
      work();
    }
    var threads = ManagementFactory.getThreadMXBean();
    while (!closed) {
      long before = threads.getCurrentThreadCpuTime();
      work();
      nanos.put(Instant.now(), threads.getCurrentThreadCpuTime() - before);
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    }
  }

  /** Each step depends on the previous one, so that the compiler cannot remove any. */
  private void work() {
    long at = result;
    for (int i = 0; i < STEPS; i++) {
      at = memory[(int) (at & (WORDS - 1))] * 31 + i;
    }
    result = at;
  }

  @Override
  public void close() {
    closed = true;
  }
}
