package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Postgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The portal on two servers, each with the part of the cache that it owns; the metrics of a
 * server's queue, and its dead letter queue. The first server dies in the last test.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PortalOwnerIT {

  private static final int CUSTOMER = 3;
  private static final int UNKNOWN_CUSTOMER = 999_999;

  /** Accounts are cached for longer, by more than clocks differ. */
  private static final Duration ALL_STAY = Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS - 1000);

  private static final int ATTEMPTS = 5;

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
  void anOrderIsShownByBothServersBeforeMaxAge() throws Exception {
    PortalChecks.anOrderIsShownByBothServersBeforeMaxAge(portal, 130);
  }

  @Test
  void changesUnknownToTheCacheAreShownWithinMaxAge() throws Exception {
    PortalChecks.changesUnknownToTheCacheAreShownWithinMaxAge(portal);
  }

  @Test
  void noAnswerIsOlderThanItsBoundWhileOrdersFlow() throws Exception {
    Freshness.check(portal, Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 3000));
  }

  /** First test: later the servers would have other accounts too. */
  @Test
  @Order(1)
  void aClientIsSentToTheOneServerThatOwnsTheAccount() throws Exception {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Instant begin = Instant.now();
      Map<String, Integer> accounts = new HashMap<>();
      Map<String, Integer> cached = new HashMap<>();
      askEachServer(50 + 20 * attempt, accounts);
      for (AppServer server : portal.servers()) {
        cached.put(server.podName(), entries(server));
      }
      if (Duration.between(begin, Instant.now()).compareTo(ALL_STAY) < 0) {
        assertThat(cached).as("accounts at each server").isEqualTo(accounts);
        assertThat(accounts).as("both own some").hasSize(2);
        return;
      }
      for (AppServer server : portal.servers()) {
        await("no account").atMost(Duration.ofMinutes(3)).until(() -> entries(server) == 0);
      }
    }
    abort("the first of twenty accounts expired before the last was cached, each time");
  }

  /** Counts the owners of twenty accounts. */
  private void askEachServer(int firstCustomer, Map<String, Integer> accounts) throws Exception {
    for (int customer = firstCustomer; customer < firstCustomer + 20; customer++) {
      Set<String> owners = new HashSet<>();
      for (AppServer server : portal.servers()) {
        owners.add(sentTo(server, customer));
      }
      assertThat(owners).as("the same owner from every server").hasSize(1);
      accounts.merge(owners.iterator().next(), 1, Integer::sum);
    }
  }

  /** Whether the customer exists is not checked when an order is accepted. */
  @Test
  @Order(2)
  void anOrderThatTheDatabaseRefusesHoldsUpNoOther() throws Exception {
    AppServer server = portal.cluster().first();
    int before = portal.inDatabase(CUSTOMER);
    PortalCluster.order(server, UNKNOWN_CUSTOMER);
    order(server, 5);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> portal.inDatabase(CUSTOMER) == before + 5 && backlog(server) == 1);
    assertThat(PortalCluster.messages(server, "dead")).as("not at once").isZero();
  }

  /** On the second server: the first has the rejected order in its queue. */
  @Test
  @Moves({"messaging_activemq_messages_added_total", "messaging_activemq_message_count"})
  void whatWasPutInLessWhatIsThereIsWhatListenersTook() throws Exception {
    AppServer server = portal.cluster().second();
    int takenBefore = portal.inDatabase(CUSTOMER);
    double addedBefore = added(server);
    order(server, 40);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> portal.inDatabase(CUSTOMER) == takenBefore + 40);
    assertThat(added(server)).isEqualTo(addedBefore + 40);
    await().atMost(Duration.ofSeconds(60)).until(() -> backlog(server) == 0);

    portal.closeDatabase();
    try {
      order(server, 12);
      // Each is delivered four times a second meanwhile, without success.
      await()
          .during(Duration.ofSeconds(2))
          .atMost(Duration.ofSeconds(60))
          .until(() -> added(server) == addedBefore + 52 && backlog(server) == 12);
    } finally {
      portal.openDatabase();
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> portal.inDatabase(CUSTOMER) == takenBefore + 52);
    await().atMost(Duration.ofSeconds(60)).until(() -> backlog(server) == 0);
    assertThat(added(server)).as("a redelivery is not another order").isEqualTo(addedBefore + 52);
  }

  /** While the database is away an order waits, and that is part of its execution. */
  @Test
  @Order(3)
  @Moves("scalelab_orders")
  void theTimeFromAcceptanceToTheDatabaseIsAnOrdersExecutionTime() throws Exception {
    AppServer server = portal.cluster().second();
    double executed = orders(server, "executed");
    double millis = orders(server, "millis");
    long begin = System.nanoTime();
    portal.closeDatabase();
    try {
      order(server, 4);
      TimeUnit.SECONDS.sleep(2);
    } finally {
      portal.openDatabase();
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> orders(server, "executed") == executed + 4);

    assertThat((orders(server, "millis") - millis) / 4)
        .as("mean milliseconds of an order")
        .isBetween(2000.0, millisSince(begin));

    double waited = orders(server, "millis");
    begin = System.nanoTime();
    order(server, 10);
    await().atMost(Duration.ofSeconds(60)).until(() -> orders(server, "executed") == executed + 14);
    assertThat((orders(server, "millis") - waited) / 10)
        .as("mean milliseconds of an order that does not wait")
        .isBetween(0.1, millisSince(begin));
  }

  /**
   * A quarter of a second and the attempt itself, 240 times: last test, because others take as
   * long.
   */
  @Test
  @Order(Integer.MAX_VALUE)
  void anOrderThatTheDatabaseRefusesForAMinuteGoesToTheDead() throws Exception {
    AppServer server = portal.cluster().first();
    await().atMost(Duration.ofSeconds(600)).until(() -> backlog(server) == 0);
    await().atMost(Duration.ofSeconds(60)).until(() -> PortalCluster.messages(server, "dead") == 1);
    assertThat(server.console()).contains(PortalCluster.GIVEN_UP);
  }

  /** After all other tests. */
  @Nested
  class WhenAServerDies extends PortalFailoverContract {
    WhenAServerDies() {
      super(portal, true);
    }
  }

  private static void order(AppServer server, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      PortalCluster.order(server, CUSTOMER);
    }
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static double added(AppServer server) throws IOException {
    return server.metric(
        "messaging_activemq_messages_added_total{app=\"wildfly\",deployment=\"\",name=\"orders\"");
  }

  private static double orders(AppServer server, String figure) throws IOException {
    return server.metric("scalelab_orders{WF_DEPLOYMENT=\"ROOT.war\",figure=\"" + figure + "\"");
  }

  private static int backlog(AppServer server) throws IOException {
    return PortalCluster.messages(server, "orders");
  }

  /** The target of a client's further requests: the server in the cookie, or the same server. */
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
