package dev.scalelab.benchmark.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a server reports of its settings is what is in force, wherever it comes from. */
class SettingsMetricsIT {

  @Test
  void theSettingsOfTheOperatorAreReported() throws Exception {
    Map<String, String> settings =
        Map.of(
            "WORKLOAD", "cart",
            "HEAP", "200m",
            "ACTIVE_PROCESSORS", "2",
            "WEB_MAX_THREADS", "24",
            "SESSION_COPIES", "3",
            "BEAN_COPIES", "4");
    try (AppServer server = AppServer.start("settings", settings).awaitReady()) {
      assertThat(setting(server, "heap")).isEqualTo(200 * 1024 * 1024);
      assertThat(setting(server, "processors")).isEqualTo(2);
      assertThat(setting(server, "sessionCopies")).isEqualTo(3);
      assertThat(setting(server, "beanCopies")).isEqualTo(4);
      assertThat(collector(server, "G1")).isEqualTo(1);
      assertThat(server.metric("io_max_pool_size")).isEqualTo(24);
    }
  }

  /** Java reads the variable itself, and the later of two options takes precedence. */
  @Test
  void settingsThatWereReplacedOnTheirWayAreReportedToo() throws Exception {
    Map<String, String> settings =
        Map.of(
            "WORKLOAD", "cart",
            "HEAP", "200m",
            "_JAVA_OPTIONS", "-Xmx124m -Xms124m -XX:ActiveProcessorCount=3 -XX:+UseParallelGC",
            "ACTIVE_PROCESSORS", "1",
            "JAVA_OPTS_APPEND", "-Denv.SESSION_COPIES=1 -XX:-UseSerialGC");
    try (AppServer server = AppServer.start("replaced", settings).awaitReady()) {
      assertThat(setting(server, "heap")).isEqualTo(124 * 1024 * 1024);
      assertThat(setting(server, "processors")).isEqualTo(3);
      assertThat(setting(server, "sessionCopies")).isEqualTo(1);
      assertThat(setting(server, "beanCopies")).isEqualTo(2);
      assertThat(collector(server, "Parallel")).isEqualTo(1);
    }
  }

  private static double setting(AppServer server, String name) throws Exception {
    return series(server, "scalelab_setting{", "setting=\"" + name + "\"");
  }

  private static double collector(AppServer server, String name) throws Exception {
    return series(server, "scalelab_collector{", "collector=\"" + name + "\"");
  }

  private static double series(AppServer server, String metric, String label) throws Exception {
    String metrics = server.management("/metrics").body();
    return metrics
        .lines()
        .filter(line -> line.startsWith(metric) && line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    metrics
                        .lines()
                        .filter(line -> line.contains("scalelab_"))
                        .collect(Collectors.joining("\n"))));
  }
}
