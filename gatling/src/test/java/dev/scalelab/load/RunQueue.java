package dev.scalelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many threads of this machine wanted a core, on average, while this was open: more than cores
 * make each of them slower, whichever process they belong to.
 */
final class RunQueue implements AutoCloseable {
  private static final Path LOAD = Path.of("/proc/loadavg");
  private static final int MILLIS_APART = 20;
  private static final int RUNNABLE = 3;

  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong runnable = new AtomicLong();
  private final Thread watch = new Thread(this::watch, "run-queue");

  RunQueue() {
    watch.setDaemon(true);
    watch.start();
  }

  /** For each core; 0 on a system that does not report it. */
  double perCore() {
    return looks.get() == 0
        ? 0
        : 1.0 * runnable.get() / looks.get() / Runtime.getRuntime().availableProcessors();
  }

  private void watch() {
    try {
      while (Files.exists(LOAD)) {
        // As in "0.20 0.18 0.12 3/234 5678": 3 of 234 threads, one of which is this.
        String threads = Files.readString(LOAD).split(" ")[RUNNABLE];
        runnable.addAndGet(Long.parseLong(threads.substring(0, threads.indexOf('/'))) - 1);
        looks.incrementAndGet();
        Thread.sleep(MILLIS_APART);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
