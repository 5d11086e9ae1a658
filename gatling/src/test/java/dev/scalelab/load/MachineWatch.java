package dev.scalelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What kept this machine from running threads in time while this was open: other threads, whichever
 * process they belong to, or its host, which suspends it or gives its cores to another machine.
 */
final class MachineWatch implements AutoCloseable {
  private static final Path LOAD = Path.of("/proc/loadavg");
  private static final int MILLIS_APART = 5;
  private static final int RUNNABLE = 3;

  private final long openedNanos = System.nanoTime();
  private final double stolenBefore = MachineShortage.stolenMicros();
  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong runnable = new AtomicLong();
  private final AtomicLong longestPauseNanos = new AtomicLong();
  private final Thread watch = new Thread(this::watch, "machine-watch");

  /**
   * @param threadsPerCore how many threads wanted a core, on average, for each core: more than one
   *     make each of them slower; 0 on a system that does not report it
   * @param pauseMillis the longest time for which a thread waited for its turn: this one, which has
   *     one every few milliseconds
   * @param stolenPercent time that the host gave to another machine, of the time of all cores
   */
  record Seen(double threadsPerCore, double pauseMillis, double stolenPercent) {
    @Override
    public String toString() {
      return "%.1f threads for each core, a pause of %.0f ms, %.1f %% of the cores' time stolen"
          .formatted(threadsPerCore, pauseMillis, stolenPercent);
    }
  }

  MachineWatch() throws IOException {
    watch.setDaemon(true);
    watch.start();
  }

  /** All that has been seen so far. */
  Seen seen() throws IOException {
    double micros = (System.nanoTime() - openedNanos) / 1e3;
    return new Seen(
        looks.get() == 0
            ? 0
            : 1.0 * runnable.get() / looks.get() / Runtime.getRuntime().availableProcessors(),
        longestPauseNanos.get() / 1e6,
        100 * (MachineShortage.stolenMicros() - stolenBefore) / micros);
  }

  private void watch() {
    try {
      while (true) {
        long before = System.nanoTime();
        if (Files.exists(LOAD)) {
          // As in "0.20 0.18 0.12 3/234 5678": 3 of 234 threads, one of which is this.
          String threads = Files.readString(LOAD).split(" ")[RUNNABLE];
          runnable.addAndGet(Long.parseLong(threads.substring(0, threads.indexOf('/'))) - 1);
          looks.incrementAndGet();
        }
        Thread.sleep(MILLIS_APART);
        long late = System.nanoTime() - before - TimeUnit.MILLISECONDS.toNanos(MILLIS_APART);
        longestPauseNanos.accumulateAndGet(late, Math::max);
      }
    } catch (ClosedByInterruptException | InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
