package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Requests the orders of a customer from servers, while new ones arrive, and compares them with the
 * database.
 */
final class Freshness {

  private static final int CUSTOMER = 7;

  private final PortalCluster portal;
  private final Instant end;

  private Freshness(PortalCluster portal, Duration length) {
    this.portal = portal;
    this.end = Instant.now().plus(length);
  }

  /** A response: its time, the time of its data, and the number of orders in it. */
  private record Seen(Instant at, Instant asOf, int orders) {}

  /**
   * Sends orders to both servers and requests their statuses for this duration; fails if a response
   * is older than it says, or than the maximum age.
   */
  static void check(PortalCluster portal, Duration length) throws Exception {
    new Freshness(portal, length).check();
  }

  private void check() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<TreeMap<Instant, Integer>> counting = threads.submit(this::count);
      List<Future<List<Seen>>> asking = new ArrayList<>();
      List<Future<Integer>> ordering = new ArrayList<>();
      for (AppServer server : portal.servers()) {
        asking.add(threads.submit((Callable<List<Seen>>) () -> ask(server)));
        ordering.add(threads.submit(() -> order(server)));
      }
      int given = 0;
      for (Future<Integer> orders : ordering) {
        given += orders.get(60, TimeUnit.SECONDS);
      }
      TreeMap<Instant, Integer> truth = counting.get(60, TimeUnit.SECONDS);
      assertThat(given).as("orders given").isGreaterThan(10);
      for (Future<List<Seen>> seen : asking) {
        compare(seen.get(60, TimeUnit.SECONDS), truth);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void compare(List<Seen> seen, TreeMap<Instant, Integer> truth) {
    assertThat(seen.stream().mapToInt(Seen::orders).distinct().count())
        .as("the answers follow the orders")
        .isGreaterThan(5);
    assertThat(seen.stream().map(Seen::asOf).distinct().count())
        .as("some answers are from the cache")
        .isLessThan(seen.size());
    for (Seen answer : seen) {
      assertThat(answer.asOf())
          .as("not older than the maximum age")
          .isAfterOrEqualTo(answer.at().minusMillis(PortalCluster.MAX_AGE_MILLIS));
      var known = truth.floorEntry(answer.asOf());
      if (known != null) {
        assertThat(answer.orders())
            .as("the database's orders at %s", answer.asOf())
            .isGreaterThanOrEqualTo(known.getValue());
      }
    }
  }

  /** The number of orders in the database, by the time at which it was known. */
  private TreeMap<Instant, Integer> count() throws SQLException {
    TreeMap<Instant, Integer> counts = new TreeMap<>();
    try (Connection connection = portal.postgres().connect(portal.database(), "postgres");
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT count(*) FROM orders WHERE customer_id = " + CUSTOMER)) {
      while (Instant.now().isBefore(end)) {
        try (ResultSet row = query.executeQuery()) {
          row.next();
          counts.put(Instant.now(), row.getInt(1));
        }
      }
    }
    return counts;
  }

  private List<Seen> ask(AppServer server) throws Exception {
    List<Seen> seen = new ArrayList<>();
    while (Instant.now().isBefore(end)) {
      Instant asked = Instant.now();
      Answer answer = PortalCluster.orders(server, CUSTOMER);
      Instant at = Instant.parse(answer.text("toldAt"));
      assertThat(at).as("time of the response").isBetween(asked, Instant.now());
      seen.add(new Seen(at, Instant.parse(answer.text("asOf")), answer.number("orderCount")));
    }
    return seen;
  }

  private int order(AppServer server) throws Exception {
    int orders = 0;
    while (Instant.now().isBefore(end)) {
      PortalCluster.order(server, CUSTOMER);
      orders++;
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return orders;
  }
}
