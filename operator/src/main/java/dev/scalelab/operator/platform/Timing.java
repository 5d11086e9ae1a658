package dev.scalelab.operator.platform;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Elapsed time and timers of the operator, which a test can replace by those of its own clock. */
public interface Timing {
  /** Nanoseconds since an arbitrary moment; they do not jump when the machine's clock is set. */
  long nanoTime();

  /** A new timer with a thread of its own, which does not keep the process alive. */
  ScheduledExecutorService timer(String name);

  /** That of the machine. */
  static Timing ofMachine() {
    return new Timing() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public ScheduledExecutorService timer(String name) {
        return Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
      }
    };
  }
}
