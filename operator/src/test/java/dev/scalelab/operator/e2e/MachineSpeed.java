package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast the machine that runs the test is while an experiment is on: the CPU time that the same
 * work takes, a few milliseconds of it every second. Where machines are shared it changes by a
 * factor of two within a day and by a third within minutes, and the throughput of servers with a
 * fixed share of CPU with it. It also tells what the experiment itself takes of the machine's
 * caches, so it may excuse what is seen but not prove it.
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
   * CPU time of the same work between two times, at least ten seconds apart, in milliseconds; the
   * median, so that one sample beside something else does not tell.
   */
  double millisOfTheSameWork(Instant from, Instant to) {
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

  /** Each step depends on the one before, so that none can be left out. */
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
