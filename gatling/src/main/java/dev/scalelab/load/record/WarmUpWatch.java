package dev.scalelab.load.record;

import java.util.concurrent.TimeUnit;

/** Counts the transactions of each interval of a warm-up, after its ramp, in a separate thread. */
public final class WarmUpWatch {
  private final WarmUpGate gate;
  private final RunRecorder recorder;
  private final RunClock clock;
  private final long rampNanos;

  /**
   * @param rampSeconds start of the warm-up, in which the load still rises
   */
  public WarmUpWatch(WarmUpGate gate, RunRecorder recorder, RunClock clock, int rampSeconds) {
    this.gate = gate;
    this.recorder = recorder;
    this.clock = clock;
    this.rampNanos = TimeUnit.SECONDS.toNanos(rampSeconds);
  }

  /** Starts to count until the process ends; does nothing if nothing is compared. */
  public void start() {
    if (gate.intervalSeconds() > 0) {
      Thread thread = new Thread(this::watch, "warm-up");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void watch() {
    try {
      clock.awaitStart();
      clock.awaitElapsed(rampNanos);
      long completed = recorder.completed();
      for (long interval = 1; ; interval++) {
        clock.awaitElapsed(rampNanos + interval * TimeUnit.SECONDS.toNanos(gate.intervalSeconds()));
        long now = recorder.completed();
        gate.interval(now - completed);
        completed = now;
      }
    } catch (InterruptedException e) {
      // This thread is only interrupted when the process ends.
      Thread.currentThread().interrupt();
    }
  }
}
