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

/** Asks servers for the orders of a customer, while they grow, and counts them in the database. */
final class Freshness {

  private static final int CUSTOMER = 7;

  private final PortalCluster portal;
  private final Instant end;

  private Freshness(PortalCluster portal, Duration length) {
    this.portal = portal;
    this.end = Instant.now().plus(length);
  }

  /** An answer: when it was told, as of when, and the number of orders that it told. */
  private record Told(Instant at, Instant asOf, int orders) {}

  /**
   * Gives orders through both servers and asks both for so long; fails when an answer was older
   * than it says, or than the bound.
   */
  static void check(PortalCluster portal, Duration length) throws Exception {
    new Freshness(portal, length).check();
  }

  private void check() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<TreeMap<Instant, Integer>> counting = threads.submit(this::count);
      List<Future<List<Told>>> asking = new ArrayList<>();
      List<Future<Integer>> ordering = new ArrayList<>();
      for (AppServer server : portal.servers()) {
        asking.add(threads.submit((Callable<List<Told>>) () -> ask(server)));
        ordering.add(threads.submit(() -> order(server)));
      }
      int given = 0;
      for (Future<Integer> orders : ordering) {
        given += orders.get(60, TimeUnit.SECONDS);
      }
      TreeMap<Instant, Integer> truth = counting.get(60, TimeUnit.SECONDS);
      assertThat(given).as("orders given").isGreaterThan(20);
      for (Future<List<Told>> told : asking) {
        compare(told.get(60, TimeUnit.SECONDS), truth);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void compare(List<Told> told, TreeMap<Instant, Integer> truth) {
    assertThat(told.stream().mapToInt(Told::orders).distinct().count())
        .as("the answers follow the orders")
        .isGreaterThan(5);
    assertThat(told.stream().map(Told::asOf).distinct().count())
        .as("some answers are from the cache")
        .isLessThan(told.size());
    for (Told answer : told) {
      assertThat(answer.asOf())
          .as("no older than the bound")
          .isAfterOrEqualTo(answer.at().minusMillis(PortalCluster.MAX_AGE_MILLIS));
      var known = truth.floorEntry(answer.asOf());
      if (known != null) {
        assertThat(answer.orders())
            .as("what the database had at %s", answer.asOf())
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

  private List<Told> ask(AppServer server) throws Exception {
    List<Told> told = new ArrayList<>();
    while (Instant.now().isBefore(end)) {
      Instant asked = Instant.now();
      Answer answer = PortalCluster.orders(server, CUSTOMER);
      Instant at = Instant.parse(answer.text("toldAt"));
      assertThat(at).as("when it was told").isBetween(asked, Instant.now());
      told.add(new Told(at, Instant.parse(answer.text("asOf")), answer.number("orderCount")));
    }
    return told;
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
