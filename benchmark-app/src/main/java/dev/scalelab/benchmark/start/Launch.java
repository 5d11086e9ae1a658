package dev.scalelab.benchmark.start;

import java.util.List;
import java.util.Map;

/**
 * A server as it is to be started: its complete environment, and Java's arguments.
 *
 * @param units the application's persistence units that have a database
 * @param several whether it has several databases, and so a log of their common transactions
 */
record Launch(
    Workload workload,
    ServerEnvironment environment,
    List<String> units,
    boolean several,
    List<String> arguments) {
  /** Value of {@link Setting#TIER} of a server that has no beans of its own. */
  static final String WEB_TIER = "web";

  private static final String BEAN_TIER = "beans";

  /** Checks the settings, and derives what follows from them. */
  static Launch of(Map<String, String> given) {
    ServerEnvironment environment = new ServerEnvironment(given);
    environment.need(
        Setting.POD_NAME.name(), Setting.WILDFLY_HOME.name(), Setting.SERVER_DIR.name());
    Workload workload = Setting.check(environment);
    Databases databases = Databases.of(workload, environment);
    if (isSet(environment, Setting.PARTITION_DOMAINS)) {
      needAddress(environment, Setting.PARTITIONS_URL);
    }
    if (environment.get(Setting.TIER).equals(WEB_TIER)) {
      needAddress(environment, Setting.BEANS_URL);
    }
    State.complete(workload, environment);
    completeWeb(environment);
    if (workload == Workload.PORTAL) {
      int connections =
          number(environment, Setting.WEB_MAX_THREADS)
              + number(environment, Setting.PORTAL_LISTENERS);
      environment.set("JMS_CONNECTIONS", String.valueOf(connections));
    }
    // Threads that share one processor do not need separate malloc arenas; glibc's default is 8 for
    // each processor of the host.
    environment.set("MALLOC_ARENA_MAX", "2");
    List<String> arguments = JavaArguments.of(environment, databases.properties());
    return new Launch(
        workload, environment, databases.units(workload), databases.several(), arguments);
  }

  private static void needAddress(ServerEnvironment environment, Setting setting) {
    if (!isSet(environment, setting)) {
      throw new BadStartException(setting + " " + Rule.mustBe("an http address", ""));
    }
  }

  private static void completeWeb(ServerEnvironment environment) {
    // Without a name to look up, the server finds only itself, and need not wait for others.
    if (!isSet(environment, Setting.CLUSTER_DNS)) {
      if (!isSet(environment, Setting.JOIN_TIMEOUT_MILLIS)) {
        environment.set(Setting.JOIN_TIMEOUT_MILLIS.name(), "100");
      }
      environment.copy(Setting.CLUSTER_DNS.name(), Setting.POD_IP.name());
    }
    if (!isSet(environment, Setting.WEB_MAX_THREADS)) {
      int threads = 16 * number(environment, Setting.ACTIVE_PROCESSORS);
      environment.set(Setting.WEB_MAX_THREADS.name(), String.valueOf(threads));
    }
    // Those that wait stay in the queue of the threads, where io_queue_size counts them: the limit
    // is of both together.
    int limit =
        number(environment, Setting.WEB_MAX_THREADS) + number(environment, Setting.WEB_QUEUE);
    environment.set("WEB_LIMIT", String.valueOf(limit));
  }

  boolean is(Setting setting, String value) {
    return environment.get(setting).equals(value);
  }

  boolean has(Setting setting) {
    return isSet(environment, setting);
  }

  /** Whether other servers call beans of this one. */
  boolean isCalled() {
    return has(Setting.PARTITION_DOMAINS) || is(Setting.TIER, BEAN_TIER);
  }

  /** Whether beans have threads of their own. */
  boolean limitsBeanThreads() {
    return workload == Workload.CELLS && has(Setting.BEAN_THREADS);
  }

  boolean clustered() {
    return environment.get("CLUSTERED").equals("true");
  }

  private static boolean isSet(ServerEnvironment environment, Setting setting) {
    return !environment.get(setting).isEmpty();
  }

  private static int number(ServerEnvironment environment, Setting setting) {
    return Integer.parseInt(environment.get(setting));
  }
}
