package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Postgres;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The portal on two servers, each of which has the part of the cache that it owns. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortalOwnerIT {

  private PortalCluster portal;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    portal = PortalCluster.start(postgres, "owner");
  }

  @AfterAll
  void stop() throws Exception {
    portal.close();
  }

  @Test
  void anOrderIsToldOnBothServersLongBeforeTheBound() throws Exception {
    PortalChecks.anOrderIsToldOnBothServersLongBeforeTheBound(portal);
  }

  @Test
  void whatTheCacheWasNotToldOfIsToldWithinTheBound() throws Exception {
    PortalChecks.whatTheCacheWasNotToldOfIsToldWithinTheBound(portal);
  }

  @Test
  void noAnswerIsOlderThanItsBoundWhileOrdersFlow() throws Exception {
    Freshness.check(portal, Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 3000));
  }

  @Test
  void eachAccountIsOnOneServer() throws Exception {
    for (int customer = 100; customer < 140; customer++) {
      for (AppServer server : portal.servers()) {
        PortalCluster.orders(server, customer);
      }
    }

    int entries = 0;
    for (AppServer server : portal.servers()) {
      entries +=
          (int)
              server.metric(
                  "infinispan_number_of_entries{app=\"wildfly\",deployment=\"\",name=\"accounts\"");
    }
    // And those of the few customers that were asked for by other tests.
    assertThat(entries).isBetween(40, 50);
  }
}
