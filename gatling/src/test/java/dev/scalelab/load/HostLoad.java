package dev.scalelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the machine's cores did since this was made, from /proc: for this test and for others. */
final class HostLoad {
  private static final double TICKS_PER_SECOND = 100;

  private final long startNanos = System.nanoTime();
  private final Ticks start = Ticks.now();

  /**
   * CPU time in hundredths of a second since the machine's or the process's start.
   *
   * @param busy of all processes
   * @param idle of no process
   * @param own of this process and its ended children
   */
  private record Ticks(long busy, long idle, long own) {
    static Ticks now() {
      String[] all = read("/proc/stat").split("\\s+");
      String self = read("/proc/self/stat");
      String[] own = self.substring(self.lastIndexOf(')') + 2).split(" ");
      // cpu user nice system idle iowait irq softirq steal; proc(5) counts its fields from 1, from
      // the pid on, and our array begins with the third: utime stime cutime cstime are 14 to 17.
      // What a host takes from a virtual machine is as busy to it as another process.
      long busy = sum(all, 1, 3) + sum(all, 6, 8);
      return new Ticks(busy, sum(all, 4, 5), sum(own, 11, 14));
    }

    private static long sum(String[] fields, int from, int to) {
      long sum = 0;
      for (int i = from; i <= to; i++) {
        sum += Long.parseLong(fields[i]);
      }
      return sum;
    }

    private static String read(String file) {
      try {
        return Files.readString(Path.of(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Cores that processes other than this one and its children kept busy, on average. */
  double others() {
    Ticks now = Ticks.now();
    return cores((now.busy() - start.busy()) - (now.own() - start.own()));
  }

  /** Cores that were idle, on average. */
  double idle() {
    return cores(Ticks.now().idle() - start.idle());
  }

  private double cores(long ticks) {
    return ticks / TICKS_PER_SECOND / ((System.nanoTime() - startNanos) / 1e9);
  }
}
