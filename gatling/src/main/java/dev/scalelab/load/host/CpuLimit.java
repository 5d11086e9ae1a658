package dev.scalelab.load.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * Reads the number of cores that the container may use, from the files of cgroup version 1 or 2.
 */
public final class CpuLimit {
  private final Path cgroupRoot;

  /** The limit of the process's own container. */
  public CpuLimit() {
    this(Path.of("/sys/fs/cgroup"));
  }

  CpuLimit(Path cgroupRoot) {
    this.cgroupRoot = cgroupRoot;
  }

  /** The limit in cores, or empty if there is no limit or it cannot be read. */
  public OptionalDouble cores() {
    OptionalDouble unified = unified();
    return unified.isPresent() ? unified : legacy();
  }

  /** Version 2: {@code cpu.max} contains quota (or "max") and period in microseconds. */
  private OptionalDouble unified() {
    String[] parts = read("cpu.max").split(" ");
    return parts.length == 2 ? ratio(parts[0], parts[1]) : OptionalDouble.empty();
  }

  /** Version 1: quota (-1 for none) and period in microseconds, in one file each. */
  private OptionalDouble legacy() {
    return ratio(read("cpu/cpu.cfs_quota_us"), read("cpu/cpu.cfs_period_us"));
  }

  private static OptionalDouble ratio(String quota, String period) {
    boolean limited = quota.matches("\\d+") && period.matches("[1-9]\\d*");
    return limited
        ? OptionalDouble.of(Double.parseDouble(quota) / Double.parseDouble(period))
        : OptionalDouble.empty();
  }

  private String read(String file) {
    try {
      return Files.readString(cgroupRoot.resolve(file)).strip();
    } catch (IOException e) {
      // Neither version's file has to exist; without a file the limit is unknown.
      return "";
    }
  }
}
