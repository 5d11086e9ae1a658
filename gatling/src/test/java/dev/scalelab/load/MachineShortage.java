package dev.scalelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Records while a run lasts how long the machine's processes had to wait for a core: because others
 * had it, as the kernel's pressure figures say, or because the host gave it to another machine.
 */
final class MachineShortage implements AutoCloseable {
  private static final Path PRESSURE = Path.of("/proc/pressure/cpu");
  private static final Path TICKS = Path.of("/proc/stat");
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final double MICROS_PER_TICK = 10_000;

  /** Fields of the line of all cores in {@link #TICKS}. */
  private static final int STOLEN = 8;

  private final NavigableMap<Instant, Double> waitedMicros = new ConcurrentSkipListMap<>();
  private final Thread thread = new Thread(this::record, "machine shortage");

  MachineShortage() {
    thread.setDaemon(true);
    thread.start();
  }

  private void record() {
    try {
      while (true) {
        waitedMicros.put(Instant.now(), pressureMicros() + stolenMicros());
        Thread.sleep(INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** 0 if the kernel does not measure it. */
  private static double pressureMicros() throws IOException {
    try {
      String some = Files.readAllLines(PRESSURE).get(0);
      return Double.parseDouble(some.substring(some.indexOf("total=") + "total=".length()));
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /**
   * Time that the host has given to another machine so far, of each core on average; 0 if the
   * kernel does not measure it.
   */
  static double stolenMicros() throws IOException {
    try {
      List<String> lines = Files.readAllLines(TICKS);
      double ticks = Double.parseDouble(lines.get(0).split(" +")[STOLEN]);
      return ticks * MICROS_PER_TICK / Runtime.getRuntime().availableProcessors();
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** Percentage of a period in which something waited for a core; the period must be recorded. */
  double percent(Instant from, Instant to) {
    double waited =
        waitedMicros.floorEntry(to).getValue() - waitedMicros.floorEntry(from).getValue();
    return 100 * waited / (Duration.between(from, to).toNanos() / 1e3);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
