package dev.scalelab.operator.support;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** CPU time of the current thread, which a busy machine does not change much. */
public final class CpuTime {
  /** A first run is interpreted for a while, and caches are shared. */
  private static final int ALLOWANCE = 3;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long start;

  private CpuTime(long start) {
    this.start = start;
  }

  /** Counts from now on. */
  public static CpuTime start() {
    return new CpuTime(THREADS.getCurrentThreadCpuTime());
  }

  /** What this thread has used since. */
  public Duration passed() {
    return Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
  }

  /** What a test allows of something with this aim. */
  public static Duration limit(Duration aim) {
    return aim.multipliedBy(ALLOWANCE);
  }
}
