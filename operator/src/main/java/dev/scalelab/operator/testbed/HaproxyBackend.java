package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.plan.ServerTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Servers between which the balancer has a choice.
 *
 * @param partition the partition or tier that they are; null if they are all servers
 * @param tier the tiers of the application that they have
 * @param domains the domains whose requests they get, where there are several
 * @param pods names of their pods
 * @param address fully qualified name of their headless service, without a trailing dot
 * @param keepsBeans whether other servers refer to stateful beans that they have
 */
record HaproxyBackend(
    String partition,
    ServerTier tier,
    List<Domain> domains,
    List<String> pods,
    String address,
    boolean keepsBeans) {
  /** Where the calls of servers arrive, by WildFly's own path for calls of beans over HTTP. */
  private static final String CALLS = "/wildfly-services/";

  /** Name of its section for requests of clients, as in HAProxy's metrics. */
  String name() {
    return partition == null ? "servers" : "servers-" + partition;
  }

  /** Whether its servers have beans that other servers call. */
  boolean isCalled() {
    return partition != null && tier != ServerTier.WEB;
  }

  /**
   * Name of its section for calls of other servers, which are not requests of clients: they are
   * counted apart.
   */
  String callsName() {
    return "calls-" + partition;
  }

  /** Name of the cookie by which a session stays with a server: a client may use all partitions. */
  String cookie() {
    return "SCALELAB_SERVER" + (partition == null ? "" : "_" + partition);
  }

  /**
   * Rules of the frontend that choose between sections: by the domain of a request's path, and of
   * the bean that is called. What has no domain is sent to the first of them: the web tier, if each
   * tier has servers of its own.
   */
  static String routes(List<HaproxyBackend> backends) {
    if (backends.size() == 1) {
      return "  default_backend %s\n".formatted(backends.get(0).name());
    }
    List<String> lines = new ArrayList<>(List.of("acl call path_beg " + CALLS));
    List<HaproxyBackend> called = backends.stream().filter(HaproxyBackend::isCalled).toList();
    for (HaproxyBackend one : backends) {
      if (one.isCalled()) {
        lines.add("acl calls_%s %s".formatted(one.partition, one.beans()));
      }
      if (one.hasDomains()) {
        lines.add("acl of_%s path_beg %s".formatted(one.partition, one.paths()));
      }
    }
    lines.add(
        "http-request return status 404 if call "
            + called.stream()
                .map(one -> "!calls_" + one.partition)
                .collect(Collectors.joining(" ")));
    for (HaproxyBackend one : backends) {
      if (one.isCalled()) {
        lines.add("use_backend %s if call calls_%s".formatted(one.callsName(), one.partition));
      }
      if (one.hasDomains()) {
        lines.add("use_backend %s if of_%s".formatted(one.name(), one.partition));
      }
    }
    lines.add("default_backend " + backends.get(0).name());
    return lines.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
  }

  /**
   * The interface of a bean is part of a call's path, and its package is named after its domain. A
   * tier has all beans, and the creation of a stateful one has no interface in its path; WildFly's
   * client prepares it by a request of its own.
   */
  private String beans() {
    return tier == ServerTier.BEANS
        ? "path_beg %sejb/ %scommon/".formatted(CALLS, CALLS)
        : domains.stream()
            .map(domain -> ".ecperf." + domain.name().toLowerCase(Locale.ROOT) + ".")
            .collect(Collectors.joining(" ", "path_sub ", ""));
  }

  private boolean hasDomains() {
    return !domains.isEmpty();
  }

  private String paths() {
    return domains.stream()
        .flatMap(domain -> resources(domain).stream())
        .map(resource -> "/api/ecperf/" + resource)
        .collect(Collectors.joining(" "));
  }

  private static List<String> resources(Domain domain) {
    return switch (domain) {
      case CUSTOMER -> List.of("cart", "customers", "orders");
      case CORPORATE -> List.of("parts");
      case MANUFACTURING -> List.of("work-orders");
      case SUPPLIER -> List.of("purchase-orders");
    };
  }
}
