package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Properties of the cache, wherever its entries are. */
final class PortalChecks {

  /** A busy machine may need longer than the maximum age for the requests of one. */
  private static final int ATTEMPTS = 3;

  private PortalChecks() {}

  /**
   * On each server in turn. The first order of a server includes the loading of its classes, which
   * is not caused by the cache: an order of another customer is sent before.
   *
   * @param firstCustomer of eight customers not used by other tests: they are not cached yet
   * @return the number of orders sent
   */
  static int anOrderIsShownByBothServersBeforeMaxAge(PortalCluster portal, int firstCustomer)
      throws Exception {
    Duration maxAge = Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS);
    int customer = firstCustomer;
    for (AppServer taker : portal.servers()) {
      untilAnOrderIsShown(portal, taker, customer++);
      List<Duration> times = new ArrayList<>();
      do {
        times.add(untilAnOrderIsShown(portal, taker, customer++));
      } while (Collections.min(times).compareTo(maxAge) >= 0 && times.size() < ATTEMPTS);
      assertThat(Collections.min(times))
          .as("an entry that no order changes lives longer: %s", times)
          .isLessThan(maxAge);
    }
    return customer - firstCustomer;
  }

  /** Time from the first response to a customer until both servers show another, executed order. */
  private static Duration untilAnOrderIsShown(PortalCluster portal, AppServer taker, int customer)
      throws Exception {
    int before = portal.inDatabase(customer);
    Instant read = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    for (AppServer server : portal.servers()) {
      Answer orders = PortalCluster.orders(server, customer);
      assertThat(orders.number("orderCount")).isEqualTo(before);
      assertThat(Instant.parse(orders.text("asOf"))).as("new").isAfterOrEqualTo(read);
    }

    String number = PortalCluster.order(taker, customer);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> portal.inDatabase(customer) == before + 1);
    for (AppServer server : portal.servers()) {
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> PortalCluster.status(server, customer, number).equals("EXECUTED"));
      assertThat(PortalCluster.orderCount(server, customer)).isEqualTo(before + 1);
    }
    return Duration.between(read, Instant.now());
  }

  static void changesUnknownToTheCacheAreShownWithinMaxAge(PortalCluster portal) throws Exception {
    int customer = 5;
    AppServer first = portal.servers().get(0);
    AppServer second = portal.servers().get(1);
    int before = PortalCluster.orderCount(first, customer);
    String asOf = PortalCluster.orders(first, customer).text("asOf");
    portal
        .postgres()
        .superuser(
            portal.database(),
            "INSERT INTO orders VALUES (gen_random_uuid(), " + customer + ", now(), 'DELIVERED')");
    Instant changed = Instant.now();

    assertThat(PortalCluster.orders(second, customer).text("asOf"))
        .as("both servers return the same entry")
        .isEqualTo(asOf);
    assertThat(PortalCluster.orderCount(second, customer)).as("from the cache").isEqualTo(before);
    await()
        .atMost(Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 60_000))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              boolean late =
                  Instant.now().isAfter(changed.plusMillis(PortalCluster.MAX_AGE_MILLIS));
              int returned = PortalCluster.orderCount(second, customer);
              assertThat(late && returned == before).as("returned too late").isFalse();
              return returned == before + 1;
            });
  }
}
