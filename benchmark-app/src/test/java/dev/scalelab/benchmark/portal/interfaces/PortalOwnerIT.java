package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Postgres;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** The portal on two servers, each of which has the part of the cache that it owns. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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

  /** The first: later the servers would have other accounts too. */
  @Test
  @Order(1)
  void aClientIsSentToTheOneServerThatOwnsTheAccount() throws Exception {
    Map<String, Integer> accounts = new HashMap<>();
    for (int customer = 100; customer < 120; customer++) {
      Set<String> owners = new HashSet<>();
      for (AppServer server : portal.servers()) {
        owners.add(sentTo(server, customer));
      }
      assertThat(owners).as("by whichever server is asked").hasSize(1);
      accounts.merge(owners.iterator().next(), 1, Integer::sum);
    }

    for (AppServer server : portal.servers()) {
      assertThat(entries(server))
          .as("accounts at %s", server.podName())
          .isEqualTo(accounts.getOrDefault(server.podName(), 0));
    }
    assertThat(accounts).as("both own some").hasSize(2);
  }

  /** Where a client's further requests are sent: where the cookie says, or where it was. */
  private static String sentTo(AppServer server, int customer) throws Exception {
    ApiClient client = server.client();
    client.get("/api/portal/customers/" + customer + "/orders");
    return client
        .cookie()
        .map(cookie -> cookie.substring("SCALELAB_SERVER=".length()))
        .orElse(server.podName());
  }

  private static int entries(AppServer server) throws Exception {
    return (int)
        server.metric(
            "infinispan_number_of_entries{app=\"wildfly\",deployment=\"\",name=\"accounts\"");
  }
}
