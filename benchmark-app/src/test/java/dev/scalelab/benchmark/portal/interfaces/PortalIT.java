package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The portal on two servers, each with the whole cache; one of them dies in the last test. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortalIT {

  private PortalCluster portal;
  private AppServer a;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    portal = PortalCluster.start(postgres, "replicated");
    a = portal.cluster().first();
  }

  @AfterAll
  void stop() throws Exception {
    portal.close();
  }

  @Test
  void aCustomerGetsOrdersAndTickets() throws Exception {
    Instant before = Instant.now();
    Answer orders = PortalCluster.orders(a, 1);
    Answer tickets = a.client().get("/api/portal/customers/1/tickets");

    assertThat(orders.number("orderCount")).isEqualTo(5);
    assertThat(orders.json().getJsonArray("orders")).hasSize(5);
    assertThat(orders.number("maxAgeMillis")).isEqualTo(PortalCluster.MAX_AGE_MILLIS);
    assertThat(Instant.parse(orders.text("asOf"))).isBetween(before.minusSeconds(1), Instant.now());
    assertThat(tickets.json().getJsonArray("tickets")).hasSize(2);
    assertThat(tickets.text("asOf")).as("read once").isEqualTo(orders.text("asOf"));
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
    // Longer than the maximum age: an entry that is not renewed is older than that by then.
    Freshness.check(portal, Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 3000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "portal.changes"})
  void theConfiguredNumberOfListenersWaitsForMessages(String queue) throws Exception {
    assertThat(
            a.metric(
                "messaging_activemq_consumer_count{app=\"wildfly\",deployment=\"\",name=\"%s\""
                    .formatted(queue)))
        .isEqualTo(PortalCluster.LISTENERS);
  }

  @Test
  void aTicketIsShownByBothServersOnceItIsCreated() throws Exception {
    int customer = 18;
    for (AppServer server : portal.servers()) {
      assertThat(PortalCluster.tickets(server, customer)).hasSize(2);
    }
    String number = PortalCluster.ticket(a, customer);

    for (AppServer server : portal.servers()) {
      List<JsonObject> tickets = PortalCluster.tickets(server, customer);
      assertThat(tickets).hasSize(3);
      assertThat(tickets.get(0).getString("number")).as("the newest").isEqualTo(number);
      assertThat(tickets.get(0).getString("status")).isEqualTo("OPEN");
    }
  }

  @Test
  void ordersAcceptedWhileConnectionsAreCutAreEachTakenOnce() throws Exception {
    int before = portal.taken();
    Set<String> numbers = ConcurrentHashMap.newKeySet();
    ScheduledExecutorService cutter = Executors.newSingleThreadScheduledExecutor();
    ScheduledFuture<?> cuts =
        cutter.scheduleWithFixedDelay(
            () -> {
              try {
                portal.cutConnections();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            0,
            100,
            TimeUnit.MILLISECONDS);
    try {
      Parallel.times(
          400, i -> numbers.add(PortalCluster.order(portal.servers().get(i % 2), 20 + i % 100)));
      assertThat(cuts.isDone()).as("connections were cut throughout").isFalse();
    } finally {
      cutter.shutdownNow();
    }

    assertThat(numbers).hasSize(400);
    String listed = "'" + String.join("','", numbers) + "'";
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(
                        portal.query(
                            "SELECT count(*) FROM orders WHERE number IN (" + listed + ")"))
                    .isEqualTo("400"));
    assertThat(portal.taken()).isEqualTo(before + 400);
    assertThat(
            portal.query(
                "SELECT count(*) FROM orders WHERE status = 'EXECUTED' AND number IN ("
                    + listed
                    + ")"))
        .isEqualTo("400");
    portal.assertThatNoOrderIsLeft();
  }

  /** As if a connection is cut during the commit, and its outcome is unknown. */
  @Test
  void anOrderThatIsInTheDatabaseWhenItIsDeliveredIsLeftAsItIs() throws Exception {
    int customer = 15;
    int before = portal.inDatabase(customer);
    try (Connection own = portal.postgres().connect(portal.database(), "postgres");
        Statement statement = own.createStatement()) {
      String number;
      portal.closeDatabase();
      try {
        number = PortalCluster.order(a, customer);
        statement.execute(shipped(number, customer));
      } finally {
        portal.openDatabase();
      }

      portal.assertThatNoOrderIsLeft();
      assertThat(statusOf(number)).isEqualTo("SHIPPED");
      assertThat(portal.inDatabase(customer)).isEqualTo(before + 1);
    }
  }

  /** The first delivery finds no such order, but can no longer insert it when it tries. */
  @Test
  void anOrderThatIsDeliveredTwiceAtTheSameTimeIsTakenOnce() throws Exception {
    int customer = 16;
    int before = portal.inDatabase(customer);
    try (Connection other = portal.postgres().connect(portal.database(), "postgres");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // Others can read, and wait before they write.
      statement.execute("LOCK TABLE orders IN SHARE MODE");
      String number = PortalCluster.order(a, customer);
      portal.awaitWaiting("the listener", "usename = '" + Postgres.USER + "'");
      statement.execute(shipped(number, customer));
      other.commit();

      portal.assertThatNoOrderIsLeft();
      assertThat(statusOf(number)).isEqualTo("SHIPPED");
      assertThat(portal.inDatabase(customer)).isEqualTo(before + 1);
    }
  }

  private static String shipped(String number, int customer) {
    return "INSERT INTO orders VALUES ('%s', %d, now(), 'SHIPPED')".formatted(number, customer);
  }

  private String statusOf(String number) throws Exception {
    return portal.query("SELECT status FROM orders WHERE number = '" + number + "'");
  }

  @Test
  void withoutItsDatabaseThePortalAcceptsOrdersAndSaysWhyStatusesFail() throws Exception {
    int before = portal.taken();
    portal.closeDatabase();
    try {
      PortalCluster.order(a, 12);
      Answer status = a.client().get("/api/portal/customers/13/orders");
      assertThat(status.status()).isEqualTo(503);
      assertThat(status.text("error")).isEqualTo("the database is unavailable");
    } finally {
      portal.openDatabase();
    }

    await().atMost(Duration.ofSeconds(60)).until(() -> portal.taken() == before + 1);
  }

  @Test
  void theAuditWaitsForOrdersThatAreStillInTheQueue() throws Exception {
    int before = portal.taken();
    CompletableFuture<Integer> audit;
    try (Connection other = portal.postgres().connect(portal.database(), "postgres");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // Others can neither write nor read, and wait.
      statement.execute("LOCK TABLE orders");
      for (int i = 0; i < 30; i++) {
        PortalCluster.order(a, 60 + i);
      }
      audit = CompletableFuture.supplyAsync(portal::taken);
      // Its first count is at the start of its waiting: no order is processed yet.
      portal.awaitWaiting("the audit", "application_name = 'scalelab-dataset'");
      other.rollback();
    }

    assertThat(audit.get(120, TimeUnit.SECONDS)).isEqualTo(before + 30);
  }

  @Test
  void theAuditFindsPlantedFaults(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("portal_audit");
    Map<String, String> planted = postgres.environment("portal_audit");
    planted.put("WORKLOAD", "portal");
    DatasetRunner.succeed(planted, "reset");
    // It waits for half of that until the planted order is executed.
    planted.put("DATASET_TIMEOUT_SECONDS", "5");
    postgres.superuser(
        "portal_audit",
        """
        SET session_replication_role = replica;
        ALTER TABLE orders DROP CONSTRAINT orders_number;
        INSERT INTO orders
        SELECT n, c, now(), s FROM (VALUES
          ('b9d8a7a4-52ab-4d6c-9e8c-6d06e1c24f3a'::uuid, 1, 'EXECUTED'),
          ('b9d8a7a4-52ab-4d6c-9e8c-6d06e1c24f3a', 1, 'EXECUTED'),
          ('0f5b8ad2-0a4b-4a75-8ab3-1a3f5e1b7c9d', 4711000, 'TAKEN')) AS rows (n, c, s);
        INSERT INTO tickets VALUES (gen_random_uuid(), 1, now(), 'OPEN');
        DELETE FROM tickets WHERE number = '00000000-0000-0000-0000-00000000000a';
        DELETE FROM orders WHERE number = '00000000-0000-0000-0000-00000000000a'\
        """);

    JsonObject audit = DatasetRunner.succeed(planted, "audit");

    assertThat(audit.getJsonObject("done")).hasToString("{\"order\":2,\"createTicket\":1}");
    assertThat(audit.getJsonObject("faults"))
        .hasToString(
            "{\"ordersTwice\":1,\"ordersWithoutCustomer\":1,\"ordersLost\":1,"
                + "\"ticketsLost\":1,\"ordersNotExecuted\":1}");
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  @Test
  void customersAskAndOrderOnThePage() throws Exception {
    portal.taken();
    int before = Integer.parseInt(portal.query("SELECT count(*) FROM orders"));
    PageChecks.customersOfThePortalAskAndOrder(
        a, () -> portal.query("SELECT count(*) FROM orders").equals("" + (before + 1)));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "GET  | customers/999999/orders | | 404 | customerId",
        "GET  | customers/0/tickets | | 404 | customerId",
        "POST | orders | {} | 400 | customerId",
        "POST | orders | {\"customerId\":0} | 400 | customerId",
        "POST | orders | {\"customerId\":1.5} | 400 | customerId",
        "POST | tickets | {} | 400 | customerId",
        "POST | tickets | {\"customerId\":999999} | 404 | customerId",
      })
  void whatIsWrongIsNamed(String method, String path, String body, int status, String field)
      throws Exception {
    Answer answer = a.client().send(method, "/api/portal/" + path, body);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text("field")).isEqualTo(field);
  }

  /** After all other tests. */
  @Nested
  class WhenAServerDies extends PortalFailoverContract {
    WhenAServerDies() {
      super(portal, false);
    }
  }
}
