package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
  void aClientIsSentToTheOneServerThatOwnsTheAccount() throws Exception {
    awaitNoEntries();
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

  private void awaitNoEntries() {
    await()
        .alias("the accounts that other tests asked for are too old to be kept")
        .atMost(Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 5000))
        .until(() -> portal.servers().stream().mapToInt(PortalOwnerIT::entries).sum() == 0);
  }

  private static int entries(AppServer server) {
    try {
      return (int)
          server.metric(
              "infinispan_number_of_entries{app=\"wildfly\",deployment=\"\",name=\"accounts\"");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
