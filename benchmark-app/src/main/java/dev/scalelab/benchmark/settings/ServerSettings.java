package dev.scalelab.benchmark.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The server's settings, from its environment, for any workload. Its start script sets the defaults
 * and validates the values.
 */
public final class ServerSettings {

  private static final Map<String, String> ENVIRONMENT = System.getenv();

  private ServerSettings() {}

  /** The pod in which the server runs. */
  public static String podName() {
    return ENVIRONMENT.getOrDefault("POD_NAME", "unknown");
  }

  /** The workload that the server serves. */
  public static String workload() {
    return ENVIRONMENT.getOrDefault("WORKLOAD", "unknown");
  }

  /** Whether the page for manual transactions is enabled. */
  public static boolean hasPage() {
    return Boolean.parseBoolean(ENVIRONMENT.get("PAGE"));
  }

  /** Whether each scrape of the metrics collects the heap, so that leaks become visible. */
  public static boolean screensHeap() {
    return Boolean.parseBoolean(ENVIRONMENT.get("SCREEN_HEAP"));
  }

  /** Whether read-only queries go to replicas of a database. */
  public static boolean readsReplicas() {
    return Boolean.parseBoolean(ENVIRONMENT.get("READS_REPLICAS"));
  }

  /** Whether sessions, stateful beans and the portal's cache are on Infinispan servers. */
  public static boolean keepsStateRemotely() {
    return "remote".equals(ENVIRONMENT.get("STATE_STORE"));
  }

  /** Whether entities are cached in the servers, which keep these caches in step. */
  public static boolean cachesEntities() {
    return "clustered".equals(ENVIRONMENT.get("ENTITY_CACHE"));
  }

  /** The databases that it needs; empty for workloads without a database. */
  public static List<DatabaseSettings> databases() {
    return Arrays.stream(ENVIRONMENT.getOrDefault("DATABASES", "").split(" "))
        .filter(prefix -> !prefix.isEmpty())
        .map(prefix -> DatabaseSettings.of(prefix, ENVIRONMENT))
        .toList();
  }
}
