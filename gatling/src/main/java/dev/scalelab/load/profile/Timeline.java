package dev.scalelab.load.profile;

/**
 * The start and end of each step and each measured window, relative to the first arrival's
 * scheduled time.
 *
 * <p>A step of {@code stepSeconds} begins with its warm-up, which is not measured; the rest is its
 * measured window. Windows include their start and exclude their end.
 *
 * @param steps number of steps
 * @param stepSeconds length of a step in seconds
 * @param warmUpSeconds length of the part of each step that is not measured, shorter than the step
 * @param measured false for a run that only warms servers up and has no measured window
 */
public record Timeline(int steps, int stepSeconds, int warmUpSeconds, boolean measured) {
  /** Result of {@link #windowAt} and {@link #stepAt} outside every window or step. */
  public static final int NONE = -1;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Number of measured windows: one per step, or none. */
  public int windows() {
    return measured ? steps : 0;
  }

  /** The current step, from 0, or {@link #NONE}. */
  public int stepAt(long elapsedNanos) {
    long step = Math.floorDiv(elapsedNanos, stepSeconds * NANOS_PER_SECOND);
    return step >= 0 && step < steps ? (int) step : NONE;
  }

  /** The measured window at a time, from 0, or {@link #NONE}. */
  public int windowAt(long elapsedNanos) {
    int step = stepAt(elapsedNanos);
    boolean inside = measured && step != NONE && elapsedNanos >= windowFromNanos(step);
    return inside ? step : NONE;
  }

  /** Start of a step in nanoseconds. */
  public long stepFromNanos(int step) {
    return step * (long) stepSeconds * NANOS_PER_SECOND;
  }

  /** Start of a measured window in nanoseconds (included). */
  public long windowFromNanos(int window) {
    return stepFromNanos(window) + warmUpSeconds * NANOS_PER_SECOND;
  }

  /** End of a measured window in nanoseconds (excluded). */
  public long windowToNanos(int window) {
    return stepFromNanos(window + 1);
  }

  /** End of the last step in nanoseconds: all arrivals are scheduled before it. */
  public long endNanos() {
    return stepFromNanos(steps);
  }
}
