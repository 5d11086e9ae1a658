package dev.scalelab.benchmark.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the server is told by its environment, whatever its workload. Its start script has the
 * defaults and checks what is given.
 */
public final class ServerSettings {

  private static final Map<String, String> ENVIRONMENT = System.getenv();

  private ServerSettings() {}

  /** The pod that the server runs in. */
  public static String podName() {
    return ENVIRONMENT.getOrDefault("POD_NAME", "unknown");
  }

  /** What the server is for. */
  public static String workload() {
    return ENVIRONMENT.getOrDefault("WORKLOAD", "unknown");
  }

  /** Whether there is the page to try it by hand. */
  public static boolean hasPage() {
    return Boolean.parseBoolean(ENVIRONMENT.get("PAGE"));
  }

  /** Whether replicas of a database answer what is only read. */
  public static boolean readsReplicas() {
    return Boolean.parseBoolean(ENVIRONMENT.get("READS_REPLICAS"));
  }

  /** The databases that it needs; none for workloads that keep nothing in one. */
  public static List<DatabaseSettings> databases() {
    return Arrays.stream(ENVIRONMENT.getOrDefault("DATABASES", "").split(" "))
        .filter(prefix -> !prefix.isEmpty())
        .map(prefix -> DatabaseSettings.of(prefix, ENVIRONMENT))
        .toList();
  }
}
