package dev.scalelab.load.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuLimitTest {
  @TempDir Path cgroup;

  @Test
  void version2HoldsQuotaAndPeriodInOneFile() throws IOException {
    write("cpu.max", "150000 100000\n");

    assertThat(new CpuLimit(cgroup).cores()).hasValue(1.5);
  }

  @Test
  void version2WithoutAQuotaIsNoLimit() throws IOException {
    write("cpu.max", "max 100000\n");

    assertThat(new CpuLimit(cgroup).cores()).isEmpty();
  }

  @Test
  void version1HoldsThemInTwoFiles() throws IOException {
    write("cpu/cpu.cfs_quota_us", "50000\n");
    write("cpu/cpu.cfs_period_us", "100000\n");

    assertThat(new CpuLimit(cgroup).cores()).hasValue(0.5);
  }

  @Test
  void version1WithoutAQuotaIsNoLimit() throws IOException {
    write("cpu/cpu.cfs_quota_us", "-1\n");
    write("cpu/cpu.cfs_period_us", "100000\n");

    assertThat(new CpuLimit(cgroup).cores()).isEmpty();
  }

  @Test
  void noFileIsNoLimit() {
    assertThat(new CpuLimit(cgroup).cores()).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = cgroup.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
