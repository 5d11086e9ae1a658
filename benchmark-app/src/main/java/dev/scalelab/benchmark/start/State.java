package dev.scalelab.benchmark.start;

/**
 * Where web sessions, stateful beans, entities and the portal's cache are: in the servers, or on
 * Infinispan servers.
 */
final class State {

  /** All servers have a copy: more than any cluster has. */
  private static final String EVERY_SERVER = "1000";

  private State() {}

  /** Checks what depends on more than one setting, and sets the names that the server reads. */
  static void complete(Workload workload, ServerEnvironment environment) {
    if (environment.get(Setting.STATE_STORE).equals("remote")) {
      remote(environment);
    } else {
      environment.copy("SESSION_MANAGEMENT", Setting.SESSION_CACHE.name());
      environment.copy("DEFAULT_BEAN_CACHE", Setting.BEAN_CACHE.name());
    }
    boolean cachesEntities = environment.get(Setting.ENTITY_CACHE).equals("clustered");
    if (cachesEntities) {
      if (workload != Workload.ECPERF && workload != Workload.BOOKSTORE) {
        throw new BadStartException(
            "ENTITY_CACHE must be none for " + workload.text() + ", not clustered");
      }
      environment.set("SHARED_CACHE_MODE", "ENABLE_SELECTIVE");
    }
    if (workload == Workload.PORTAL) {
      boolean everywhere = environment.get(Setting.PORTAL_CACHE).equals("replicated");
      environment.set("PORTAL_CACHE_COPIES", everywhere ? EVERY_SERVER : "1");
    }
    // Whether anything requires the cluster; if not, no part of it is started.
    boolean clustered =
        !isLocal(environment, Setting.SESSION_CACHE)
            || !isLocal(environment, Setting.BEAN_CACHE)
            || cachesEntities
            || workload == Workload.PORTAL;
    environment.set("CLUSTERED", String.valueOf(clustered));
  }

  /** These names are in server.cli and in distributable-web.xml. */
  private static void remote(ServerEnvironment environment) {
    environment.need(Setting.INFINISPAN_HOST.name());
    for (Setting setting : new Setting[] {Setting.SESSION_CACHE, Setting.BEAN_CACHE}) {
      if (!environment.get(setting).equals("distributed")) {
        throw new BadStartException(
            setting
                + " must be distributed with STATE_STORE remote, not "
                + environment.get(setting));
      }
    }
    environment.set("SESSION_MANAGEMENT", "remote");
    environment.set("DEFAULT_BEAN_CACHE", "remote");
    environment.set("ACCOUNT_CACHE", "remote-accounts");
  }

  private static boolean isLocal(ServerEnvironment environment, Setting setting) {
    return environment.get(setting).equals("local");
  }
}
