package dev.scalelab.benchmark.start;

import static dev.scalelab.benchmark.start.Workload.BOOKSTORE;
import static dev.scalelab.benchmark.start.Workload.CART;
import static dev.scalelab.benchmark.start.Workload.CELLS;
import static dev.scalelab.benchmark.start.Workload.ECPERF;
import static dev.scalelab.benchmark.start.Workload.PORTAL;

import java.util.List;

/**
 * The settings of a server that have a rule or a default here, and the workloads that have them: by
 * default all. Each is a variable of the environment with this name. {@code server.cli} has those
 * that only the server reads, and {@link Databases} those of each database.
 */
enum Setting {
  WORKLOAD("ecperf", Rule.oneOf("ecperf", "bookstore", "cart", "cells", "portal")),
  PAGE("false", Rule.yesOrNo()),
  LARGE_ORDER_PIECES("100", Rule.whole(1, 999_999), ECPERF),
  PARTITION_DOMAINS("", Rule.someOf(Databases.DOMAINS), ECPERF),
  PARTITIONS_URL("", Rule.address("an http address", "http://"), ECPERF),
  SUPPLIER_URL("", Rule.address("an http or https address", "http://", "https://"), ECPERF),
  BOOKSTORE_STATE("web", Rule.oneOf("web", "bean", "both", "cookie"), BOOKSTORE),
  CART_STATE_BYTES("10240", Rule.bytes(9_999_999), CART),
  CELLS_TABLE("", Rule.ANY, CELLS),
  BEAN_HANDLE("session", Rule.oneOf("session", "cookie"), CART),
  TIER("", Rule.oneOf("web", "beans"), BOOKSTORE, CART, CELLS),
  BEANS_URL("", Rule.address("an http address", "http://"), BOOKSTORE, CART, CELLS),
  PORTAL_CACHE("replicated", Rule.oneOf("replicated", "owner"), PORTAL),
  PORTAL_LISTENERS("4", Rule.whole(1, 99), PORTAL),
  PORTAL_MAX_AGE_MILLIS("2000", Rule.whole(1, 999_999), PORTAL),
  PORTAL_CUSTOMERS("", Rule.whole(1, 9_999_999), PORTAL),
  STATE_STORE("embedded", Rule.oneOf("embedded", "remote")),
  INFINISPAN_HOST("", Rule.ANY),
  SESSION_CACHE("distributed", Rule.oneOf("distributed", "replicated", "local")),
  BEAN_CACHE("distributed", Rule.oneOf("distributed", "replicated", "local")),
  ENTITY_CACHE("none", Rule.oneOf("none", "clustered")),
  CALLS_BY_VALUE("false", Rule.yesOrNo()),
  ACCESS_LOG("false", Rule.yesOrNo()),
  SCREEN_HEAP("false", Rule.yesOrNo()),
  BEAN_POOL("", Rule.whole(1, 10_000)),
  BEAN_THREADS("", Rule.whole(1, 1000), CELLS),
  BEAN_QUEUE("1000", Rule.whole(1, 100_000), CELLS),
  ACTIVE_PROCESSORS("1", Rule.whole(1, 1000)),
  // WildFly's default: 16 request threads for each processor.
  WEB_MAX_THREADS("", Rule.whole(1, 100_000)),
  WEB_QUEUE("1000", Rule.whole(1, 100_000)),
  HEAP("384m", Rule.ANY),
  COLLECTOR("", Rule.oneOf("Serial", "Parallel", "G1", "Z", "Shenandoah")),
  NEW_RATIO("", Rule.whole(1, 20)),
  JAVA_OPTS("", Rule.ANY),
  JAVA_OPTS_APPEND("", Rule.ANY),
  POD_IP("127.0.0.1", Rule.ANY),
  CLUSTER_DNS("", Rule.ANY),
  JOIN_TIMEOUT_MILLIS("", Rule.ANY),
  // The start script has the defaults of these.
  POD_NAME("", Rule.ANY),
  WILDFLY_HOME("", Rule.ANY),
  SERVER_DIR("", Rule.ANY);

  private final String preset;
  private final Rule rule;
  private final List<Workload> workloads;

  Setting(String preset, Rule rule, Workload... workloads) {
    this.preset = preset;
    this.rule = rule;
    this.workloads = List.of(workloads.length == 0 ? Workload.values() : workloads);
  }

  /** Checks those of the workload, and sets the defaults of those that are not given. */
  static Workload check(ServerEnvironment environment) {
    WORKLOAD.checkIn(environment);
    Workload workload = Workload.of(environment.get(WORKLOAD));
    for (Setting setting : values()) {
      if (setting.workloads.contains(workload)) {
        setting.checkIn(environment);
      }
    }
    return workload;
  }

  private void checkIn(ServerEnvironment environment) {
    String value = environment.get(this);
    if (!value.isEmpty()) {
      String broken = rule.broken(value);
      if (!broken.isEmpty()) {
        throw new BadStartException(name() + " " + broken);
      }
    } else if (!preset.isEmpty()) {
      environment.set(name(), preset);
    }
  }
}
