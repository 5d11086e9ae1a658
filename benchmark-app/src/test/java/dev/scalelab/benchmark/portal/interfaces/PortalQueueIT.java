package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a server of the portal tells of its queue, what it gives up, and what becomes of the queue
 * when it dies.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortalQueueIT {

  private static final String DATABASE = "portal_queue";
  private static final int CUSTOMER = 3;
  private static final int NOBODY = 999_999;

  private Postgres.Instance postgres;
  private Map<String, String> environment;
  private AppServer server;
  private int before;

  @BeforeAll
  void createTemplate(Postgres.Instance instance) throws Exception {
    postgres = instance;
    postgres.createTemplate(DATABASE);
    environment = postgres.environment(DATABASE);
    environment.put("WORKLOAD", "portal");
  }

  @BeforeEach
  void start() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    server = AppServer.start("queue-0", environment).awaitReady();
    before = taken();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void whatWasPutInLessWhatIsThereIsWhatListenersTook() throws Exception {
    order(40);
    await().atMost(Duration.ofSeconds(30)).until(() -> taken() == before + 40);
    assertThat(added()).isEqualTo(40);
    await().atMost(Duration.ofSeconds(5)).until(() -> backlog() == 0);

    closeDatabase();
    order(12);
    // Each is delivered four times a second meanwhile, in vain.
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(10))
        .until(() -> added() == 52 && backlog() == 12);

    openDatabase();
    await().atMost(Duration.ofSeconds(60)).until(() -> taken() == before + 52);
    await().atMost(Duration.ofSeconds(5)).until(() -> backlog() == 0);
    assertThat(added()).as("a further delivery is no further order").isEqualTo(52);
  }

  /** Nobody looks whether there is the customer when an order is accepted. */
  @Test
  void anOrderThatTheDatabaseRefusesForAMinuteGoesToTheDeadAndHoldsUpNoOther() throws Exception {
    PortalCluster.order(server, NOBODY);
    order(5);

    await().atMost(Duration.ofSeconds(30)).until(() -> taken() == before + 5 && backlog() == 1);
    assertThat(PortalCluster.messages(server, "dead")).as("not at once").isZero();
    // A quarter of a second and the attempt itself, 240 times.
    await().atMost(Duration.ofSeconds(150)).until(() -> backlog() == 0);
    await().atMost(Duration.ofSeconds(5)).until(() -> PortalCluster.messages(server, "dead") == 1);
    assertThat(server.console()).contains(PortalCluster.GIVEN_UP);
    assertThat(taken()).isEqualTo(before + 5);
  }

  @Test
  void whatIsInTheQueueOutlivesTheServersProcess() throws Exception {
    closeDatabase();
    order(5);
    server.kill();
    openDatabase();
    assertThat(taken()).as("none was taken").isEqualTo(before);

    server = server.restart().awaitReady();

    await().atMost(Duration.ofSeconds(60)).until(() -> taken() == before + 5);
  }

  private void order(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      PortalCluster.order(server, CUSTOMER);
    }
  }

  private double added() throws IOException {
    return server.metric(
        "messaging_activemq_messages_added_total{app=\"wildfly\",deployment=\"\",name=\"orders\"");
  }

  private int backlog() throws IOException {
    return PortalCluster.messages(server, "orders");
  }

  private int taken() throws Exception {
    return Integer.parseInt(
        postgres.query(DATABASE, "SELECT count(*) FROM orders WHERE customer_id = " + CUSTOMER));
  }

  private void closeDatabase() throws Exception {
    postgres.superuser("postgres", "ALTER DATABASE " + DATABASE + " ALLOW_CONNECTIONS false");
    postgres.superuser(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
            .formatted(DATABASE));
  }

  private void openDatabase() throws Exception {
    postgres.superuser("postgres", "ALTER DATABASE " + DATABASE + " ALLOW_CONNECTIONS true");
  }
}
