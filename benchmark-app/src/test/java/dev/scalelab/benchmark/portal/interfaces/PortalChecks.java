package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import java.time.Duration;
import java.time.Instant;

/** What holds of the cache, wherever its entries are. */
final class PortalChecks {

  private PortalChecks() {}

  static void anOrderIsToldOnBothServersLongBeforeTheBound(PortalCluster portal) throws Exception {
    for (AppServer taker : portal.servers()) {
      int customer = portal.servers().indexOf(taker) + 2;
      int before = portal.inDatabase(customer);
      for (AppServer server : portal.servers()) {
        assertThat(PortalCluster.orderCount(server, customer)).isEqualTo(before);
      }
      Instant read = Instant.now();

      PortalCluster.order(taker, customer);
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> portal.inDatabase(customer) == before + 1);

      for (AppServer server : portal.servers()) {
        await()
            .atMost(Duration.ofMillis(500))
            .pollInterval(Duration.ofMillis(20))
            .until(() -> PortalCluster.orderCount(server, customer) == before + 1);
      }
      assertThat(Duration.between(read, Instant.now()))
          .as("while the entry would still have been told")
          .isLessThan(Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS));
    }
  }

  static void whatTheCacheWasNotToldOfIsToldWithinTheBound(PortalCluster portal) throws Exception {
    int customer = 5;
    AppServer first = portal.servers().get(0);
    AppServer second = portal.servers().get(1);
    int before = PortalCluster.orderCount(first, customer);
    String asOf = PortalCluster.orders(first, customer).text("asOf");
    portal
        .postgres()
        .superuser(
            portal.database(),
            "INSERT INTO orders VALUES (gen_random_uuid(), " + customer + ", now(), 'TAKEN')");
    Instant changed = Instant.now();

    assertThat(PortalCluster.orders(second, customer).text("asOf"))
        .as("both servers tell the same entry")
        .isEqualTo(asOf);
    assertThat(PortalCluster.orderCount(second, customer)).as("from the cache").isEqualTo(before);
    await()
        .atMost(Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 1000))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              boolean late =
                  Instant.now().isAfter(changed.plusMillis(PortalCluster.MAX_AGE_MILLIS));
              int told = PortalCluster.orderCount(second, customer);
              assertThat(late && told == before).as("told too late").isFalse();
              return told == before + 1;
            });
  }
}
