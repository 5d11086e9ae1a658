package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Watches the session caches of two servers, to find out which of them stores which part of a
 * session that has just started. Nothing else may start or end sessions meanwhile.
 */
public final class SessionWatch {

  private static final String SIZE = "infinispan_number_of_entries{";

  private final Cluster cluster;
  private final boolean webSessions;
  private final boolean beans;
  private Sizes first;
  private Sizes second;

  /**
   * Starts to watch.
   *
   * @param webSessions whether web sessions are in caches
   * @param beans whether beans are in caches, and a session has one
   */
  public SessionWatch(Cluster cluster, boolean webSessions, boolean beans) throws IOException {
    this.cluster = cluster;
    this.webSessions = webSessions;
    this.beans = beans;
    this.first = Sizes.of(cluster.first());
    this.second = Sizes.of(cluster.second());
  }

  /**
   * Starts the first server, and waits until it has taken over some of the second's sessions, and
   * of their beans, independently. Returns the part of the web sessions that is still on the
   * second.
   */
  public static double partLeftAfterStartOfFirst(Cluster cluster) throws Exception {
    AppServer second = cluster.second();
    Sizes all = Sizes.of(second);
    cluster.startFirst();
    await()
        .alias("the first has some, and each session and bean is on one server")
        .atMost(Duration.ofSeconds(60))
        .until(() -> Sizes.of(cluster.first()).shares(Sizes.of(second), all));
    return Sizes.of(second).webSessions() / all.webSessions();
  }

  /** Whether a server stores the web session, and its stateful bean. */
  public record Kept(boolean webSession, boolean bean) {}

  /** The parts of a session that each server stores. */
  public record Copies(Kept onFirst, Kept onSecond) {

    /** The number of servers that store the web session. */
    public int ofWebSession() {
      return (onFirst.webSession() ? 1 : 0) + (onSecond.webSession() ? 1 : 0);
    }

    /** The number of servers that store its stateful bean. */
    public int ofBean() {
      return (onFirst.bean() ? 1 : 0) + (onSecond.bean() ? 1 : 0);
    }
  }

  /**
   * The servers that store the only session started since the last call, or since the beginning, in
   * caches.
   */
  public Copies ofNewSession() {
    return await()
        .alias("a server stores the new session")
        .atMost(Duration.ofSeconds(60))
        .until(this::look, this::isStored);
  }

  private boolean isStored(Copies copies) {
    return webSessions ? copies.ofWebSession() > 0 : !beans || copies.ofBean() > 0;
  }

  private Copies look() throws IOException {
    Sizes firstNow = Sizes.of(cluster.first());
    Sizes secondNow = Sizes.of(cluster.second());
    Copies grown = new Copies(firstNow.since(first), secondNow.since(second));
    if (isStored(grown)) {
      first = firstNow;
      second = secondNow;
    }
    return grown;
  }

  /** Entries of a server's caches: of web sessions, and of stateful beans. */
  private record Sizes(double webSessions, double beans) {

    static Sizes of(AppServer server) throws IOException {
      List<String> sizes =
          server.management("/metrics").body().lines().filter(l -> l.startsWith(SIZE)).toList();
      return new Sizes(entries(sizes, "ROOT.war\""), entries(sizes, "ROOT.war/"));
    }

    /** Beans move independently, before sessions or after them. */
    boolean shares(Sizes other, Sizes all) {
      return webSessions > 0
          && (beans > 0 || all.beans == 0)
          && webSessions + other.webSessions == all.webSessions
          && beans + other.beans == all.beans;
    }

    Kept since(Sizes before) {
      return new Kept(webSessions > before.webSessions, beans > before.beans);
    }

    private static double entries(List<String> sizes, String cache) {
      return sizes.stream()
          .filter(line -> line.contains(cache))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }
}
