package dev.scalelab.load.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads how busy the whole machine has been since its start, in clock ticks of all its cores. A
 * container sees the same file as its node.
 */
public final class NodeTicks {
  private static final String[] NONE = {"cpu", "0", "0", "0", "0", "0", "0", "0", "0"};
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  private final Path file;

  /** The ticks of this machine. */
  public NodeTicks() {
    this(Path.of("/proc/stat"));
  }

  NodeTicks(Path file) {
    this.file = file;
  }

  /**
   * Ticks since the machine's start.
   *
   * @param busy spent by any process or the kernel
   * @param steal taken by the hypervisor for other machines
   * @param all that passed, on all cores
   */
  public record Ticks(long busy, long steal, long all) {}

  /** The ticks now; zeros where the system does not report them. */
  public Ticks now() {
    String[] fields = fields();
    long all = 0;
    // The guests' ticks, after these, are included in the first two.
    for (int i = 1; i <= STEAL; i++) {
      all += Long.parseLong(fields[i]);
    }
    long steal = Long.parseLong(fields[STEAL]);
    long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
    return new Ticks(all - steal - idle, steal, all);
  }

  private String[] fields() {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String line = reader.readLine();
      String[] fields = line == null ? NONE : line.split(" +");
      return fields.length > STEAL ? fields : NONE;
    } catch (IOException e) {
      return NONE; // not Linux
    }
  }
}
