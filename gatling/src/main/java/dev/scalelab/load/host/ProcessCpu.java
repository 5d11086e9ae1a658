package dev.scalelab.load.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** CPU time that this process has used. */
public final class ProcessCpu {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** User and system time of all threads since the start, in seconds. */
  public double seconds() {
    return system.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
