package dev.scalelab.benchmark.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a server reports of its settings is what is in force, wherever it comes from. */
class SettingsMetricsIT {

  @Test
  void whatIsNotGivenHasItsDefault() throws Exception {
    try (AppServer server =
        AppServer.start("usual", Map.of("WORKLOAD", "cart", "LOG_LEVEL", "WARN")).awaitReady()) {
      assertThat(setting(server, "sessionCopies")).isEqualTo(2);
      assertThat(setting(server, "beanCopies")).isEqualTo(2);
      assertThat(setting(server, "webQueue")).isEqualTo(1000);
      assertThat(server.metric("io_max_pool_size")).isEqualTo(16);
      assertThat(setting(server, "beanPool")).isZero();
      assertThat(setting(server, "beanThreads")).isZero();
      assertThat(setting(server, "beanQueue")).isZero();
      assertThat(setting(server, "newRatio")).isZero();
      assertThat(setting(server, "callsByValue")).isZero();
      assertThat(setting(server, "accessLog")).isZero();
      assertThat(setting(server, "logLevel")).isEqualTo(900);
      assertThat(collector(server, "Serial")).isEqualTo(1);
    }
  }

  @Test
  void eachSettingIsReportedAsGiven() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("WORKLOAD", "cells");
    settings.put("HEAP", "200m");
    settings.put("ACTIVE_PROCESSORS", "2");
    settings.put("SESSION_COPIES", "3");
    settings.put("WEB_MAX_THREADS", "24");
    settings.put("WEB_QUEUE", "40");
    settings.put("BEAN_POOL", "30");
    settings.put("BEAN_THREADS", "5");
    settings.put("BEAN_QUEUE", "7");
    settings.put("CALLS_BY_VALUE", "true");
    settings.put("ACCESS_LOG", "true");
    settings.put("LOG_LEVEL", "OFF");
    settings.put("COLLECTOR", "Parallel");
    settings.put("NEW_RATIO", "3");
    try (AppServer server = AppServer.start("each", settings).awaitReady()) {
      assertThat(setting(server, "heap")).isEqualTo(200 * 1024 * 1024);
      assertThat(setting(server, "processors")).isEqualTo(2);
      assertThat(setting(server, "sessionCopies")).isEqualTo(3);
      assertThat(setting(server, "webQueue")).isEqualTo(40);
      assertThat(server.metric("io_max_pool_size")).isEqualTo(24);
      assertThat(setting(server, "beanPool")).isEqualTo(30);
      assertThat(setting(server, "beanThreads")).isEqualTo(5);
      assertThat(setting(server, "beanQueue")).isEqualTo(7);
      assertThat(setting(server, "newRatio")).isEqualTo(3);
      assertThat(setting(server, "callsByValue")).isEqualTo(1);
      assertThat(setting(server, "accessLog")).isEqualTo(1);
      assertThat(setting(server, "logLevel")).isEqualTo(Integer.MAX_VALUE);
      assertThat(collector(server, "Parallel")).isEqualTo(1);
    }
  }

  @Test
  void stateInThisServersMemoryIsInNoCache() throws Exception {
    Map<String, String> settings =
        Map.of("WORKLOAD", "cart", "SESSION_CACHE", "local", "BEAN_CACHE", "local");
    try (AppServer server = AppServer.start("local", settings).awaitReady()) {
      assertThat(setting(server, "sessionCopies")).isZero();
      assertThat(setting(server, "beanCopies")).isZero();
      assertThat(server.console())
          .as("no channel, no Infinispan")
          .doesNotContain("WFLYCLJG")
          .doesNotContain("WFLYCLINF")
          .doesNotContain("ISPN");
      assertThat(server.management("/metrics").body()).doesNotContain("scalelab_cluster_members");
    }
  }

  @Test
  void aCacheOfAllServersIsReportedAsSuch() throws Exception {
    Map<String, String> settings =
        Map.of(
            "WORKLOAD", "cart",
            "SESSION_CACHE", "replicated",
            "BEAN_CACHE", "replicated",
            "ACTIVE_PROCESSORS", "2");
    try (AppServer server = AppServer.start("replicated", settings).awaitReady()) {
      assertThat(collector(server, "G1")).as("that of two processors").isEqualTo(1);
      assertThat(setting(server, "sessionCopies")).isEqualTo(1000);
      assertThat(setting(server, "beanCopies")).isEqualTo(1000);
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
            "BEAN_COPIES", "4",
            "JAVA_OPTS_APPEND", "-Denv.SESSION_COPIES=1 -XX:-UseSerialGC");
    try (AppServer server = AppServer.start("replaced", settings).awaitReady()) {
      assertThat(setting(server, "heap")).isEqualTo(124 * 1024 * 1024);
      assertThat(setting(server, "processors")).isEqualTo(3);
      assertThat(setting(server, "sessionCopies")).isEqualTo(1);
      assertThat(setting(server, "beanCopies")).isEqualTo(4);
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
