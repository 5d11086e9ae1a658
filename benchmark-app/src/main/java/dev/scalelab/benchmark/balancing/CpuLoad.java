package dev.scalelab.benchmark.balancing;

/**
 * The load of a server: the CPU time that it uses, of what it may use, smoothed. The smoothing
 * keeps servers from swinging: each answer changes how many requests arrive, and so the next
 * answers. Not thread-safe.
 */
final class CpuLoad {
  /** After this time two thirds of a change are in the smoothed load. */
  private static final double SMOOTHING_SECONDS = 5;

  /**
   * An overloaded server keeps this part of its weight: otherwise it would get no request at all.
   */
  private static final int LOWEST_PERCENT = 10;

  private static final double NANOS_PER_SECOND = 1e9;

  private final double cores;
  private long nanos;
  private long cpuNanos;
  private double load;

  /**
   * @param cores CPU that the server may use while it is measured
   * @param nanos the time
   * @param cpuNanos CPU time that it has used by then
   */
  CpuLoad(double cores, long nanos, long cpuNanos) {
    this.cores = cores;
    this.nanos = nanos;
    this.cpuNanos = cpuNanos;
  }

  /** Adds the CPU time that the server has used by now. */
  void add(long nowNanos, long usedNanos) {
    double seconds = (nowNanos - nanos) / NANOS_PER_SECOND;
    if (seconds <= 0) {
      return;
    }
    double use = Math.min(1, (usedNanos - cpuNanos) / NANOS_PER_SECOND / seconds / cores);
    load += (1 - Math.exp(-seconds / SMOOTHING_SECONDS)) * (use - load);
    nanos = nowNanos;
    cpuNanos = usedNanos;
  }

  /** The share of its configured weight that the server should have: its idle CPU, in percent. */
  int weightPercent() {
    return Math.max(LOWEST_PERCENT, (int) Math.round(100 * (1 - load)));
  }
}
