package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings that the servers report as in force, by name; the values of servers that differ, or that
 * changed within the window, are separated by commas. What no server reports is absent.
 */
final class SettingsInForce {
  static final String HEAP = "heap";
  static final String MAX_HEAP = "maxHeap";
  static final String COLLECTOR = "collector";
  static final String PROCESSORS = "processors";
  static final String WEB_THREADS = "webThreads";
  static final String POOL = "connectionPoolSize";
  static final String SESSION_COPIES = "sessionCopies";
  static final String BEAN_COPIES = "beanCopies";
  static final String ENTITY_CACHES = "entityCaches";
  static final String PORTAL_COPIES = "portalCopies";
  static final String LISTENERS = "listeners";
  static final String CALLS_BY_VALUE = "callsByValue";

  /** Unit of sizes. */
  static final String UNIT = "Mi";

  static final String SEPARATOR = ", ";

  private static final double MEBIBYTE = 1024 * 1024;

  /** An own application may report any number of settings, with any name. */
  private static final List<String> KNOWN =
      List.of(
          HEAP,
          COLLECTOR,
          PROCESSORS,
          WEB_THREADS,
          POOL,
          SESSION_COPIES,
          BEAN_COPIES,
          ENTITY_CACHES,
          PORTAL_COPIES,
          LISTENERS,
          CALLS_BY_VALUE,
          "webQueue",
          "beanPool",
          "beanThreads",
          "beanQueue",
          "newRatio",
          "accessLog",
          "logLevel",
          "connectionPoolMinSize");

  /** With more, the first are enough to see that they differ. */
  private static final int MAX_VALUES = 4;

  private final TreeMap<String, TreeSet<String>> found = new TreeMap<>();
  private final Set<String> servers = new TreeSet<>();

  private SettingsInForce() {}

  /**
   * The settings in a window.
   *
   * @param wildFly whether the servers are ScaleLab's own, whose WildFly reports settings too
   * @param late servers that were too busy for every scrape in the window: their next report counts
   */
  static SettingsInForce of(
      WindowQueries window, Queries queries, boolean wildFly, Set<String> late) {
    SettingsInForce settings = new SettingsInForce();
    settings.reported(window.highest(queries.setting()));
    settings.reported(window.lowest(queries.setting()));
    if (!late.isEmpty()) {
      settings.reported(
          window.next(queries.setting(), EvidenceCollector.PATIENCE).stream()
              .filter(server -> late.contains(server.label("pod")))
              .toList());
    }
    window
        .highest(queries.collector())
        .forEach(server -> settings.add(COLLECTOR, server.label("collector")));
    if (!settings.found.containsKey(HEAP)) {
      window
          .highest(queries.heapMax())
          .forEach(server -> settings.addBytes(MAX_HEAP, server.value()));
    }
    if (wildFly) {
      settings.ofWildFly(window, queries);
    }
    return settings;
  }

  /** The servers that reported theirs, by the names of their pods. */
  Set<String> servers() {
    return servers;
  }

  private void reported(List<Figure> servers) {
    servers.stream()
        .filter(server -> KNOWN.contains(server.label("setting")))
        .forEach(
            server -> {
              String name = server.label("setting");
              if (name.equals(HEAP)) {
                this.servers.add(server.label("pod"));
                addBytes(name, server.value());
              } else {
                add(name, server.value());
              }
            });
  }

  private void ofWildFly(WindowQueries window, Queries queries) {
    Stream.of(window.highest(queries.webThreadsMax()), window.lowest(queries.webThreadsMax()))
        .flatMap(List::stream)
        .forEach(server -> add(WEB_THREADS, server.value()));
    if (!found.containsKey(POOL)) {
      pools(window, queries);
    }
    window.highest(queries.queueListeners()).forEach(queue -> add(LISTENERS, queue.value()));
  }

  /**
   * Connections in use plus available ones, which a busy server reports of two moments; a pool
   * without statistics, as that of the transaction log, reports none of either.
   */
  private void pools(WindowQueries window, Queries queries) {
    window.constantSum(queries.poolInUse(), queries.poolAvailable()).stream()
        .filter(pool -> pool.value() > 0)
        .forEach(pool -> add(POOL, pool.value()));
  }

  private void addBytes(String name, double value) {
    add(name, text(value / MEBIBYTE) + UNIT);
  }

  /** A value that a server does not know yet is no number. */
  private void add(String name, double value) {
    if (Double.isFinite(value)) {
      add(name, text(value));
    }
  }

  private static String text(double value) {
    return BigDecimal.valueOf(Math.round(value * 10), 1).stripTrailingZeros().toPlainString();
  }

  private void add(String name, String value) {
    found.computeIfAbsent(name, none -> new TreeSet<>()).add(value);
  }

  /** Each setting's values; empty if no server reported any. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    found.forEach(
        (name, values) ->
            texts.put(
                name, values.stream().limit(MAX_VALUES).collect(Collectors.joining(SEPARATOR))));
    return texts;
  }
}
