package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A pod of ecperf is killed while its transaction in two databases is prepared and not committed,
 * and its files are lost: its successor of the same name completes the transaction as decided. The
 * moment is extended by locks and settings of the database.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledPodE2E {
  private static final Duration SOON = Duration.ofMinutes(2);

  /** With the start of a server on a busy machine. */
  private static final Duration SUCCESSOR = Duration.ofMinutes(5);

  /** A prepared transaction of the test keeps its locks without a session. */
  private static final String HOLD = "decisions";

  /** Each look starts a process in the database's pod, which starting servers share cores with. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Cluster cluster = new Cluster();
  private TwoDatabases two;
  private Psql psql;

  @BeforeAll
  void deploy() throws Exception {
    two = new TwoDatabases(cluster);
    psql = two.psql();
    two.deployDatabases();
    // The decision can be written while the other databases' commits wait for a standby.
    psql.ask(
        "postgres",
        "ALTER DATABASE " + TwoDatabases.TRANSACTION_LOG + " SET synchronous_commit = local");
    two.deployServers();
  }

  @AfterAll
  void delete() {
    try {
      if (two != null) {
        two.delete();
      }
    } finally {
      cluster.close();
    }
  }

  /** The first transaction of a server writes more than the decision into its log. */
  @BeforeEach
  void aTransactionIsCommitted() throws Exception {
    assertThat(two.order(0, 7).get(3, TimeUnit.MINUTES)).isEqualTo(201);
  }

  @AfterEach
  void holdNothing() throws Exception {
    waitForStandby("");
    if (psql.number("postgres", "SELECT count(*) FROM pg_prepared_xacts WHERE gid = '" + HOLD + "'")
        > 0) {
      releaseDecisions();
    }
  }

  @Test
  @Execution(ExecutionMode.SAME_THREAD)
  void whatWasNotDecidedIsRolledBack() throws Exception {
    long orders = orders();
    holdDecisions();
    two.order(0, 5);
    awaitPrepared();

    String dead = kill();
    // The session that should write the decision outlives its client while it waits.
    psql.ask("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + dead);
    assertThat(inDoubt()).as("while no successor can read its log").isEqualTo(2);

    releaseDecisions();

    awaitEnded();
    assertThat(orders()).isEqualTo(orders);
    assertThat(largeOrders()).isEqualTo(orders);
  }

  @Test
  @Execution(ExecutionMode.SAME_THREAD)
  void whatWasDecidedIsCommitted() throws Exception {
    long orders = orders();
    holdDecisions();
    two.order(0, 6);
    awaitPrepared();
    waitForStandby("nobody");
    releaseDecisions();
    look("the first of two commits is held", SOON)
        .until(() -> sessions("query LIKE 'COMMIT PREPARED%' AND wait_event = 'SyncRep'") == 1);

    kill();
    waitForStandby("");

    look("the held one is done, the other is in doubt", SOON).until(() -> inDoubt() == 1);
    awaitEnded();
    assertThat(orders()).isEqualTo(orders + 1);
    assertThat(largeOrders()).isEqualTo(orders + 1);
  }

  /** From now on the first server cannot write decisions into its log. */
  private void holdDecisions() throws Exception {
    String tables =
        psql.ask(
            TwoDatabases.TRANSACTION_LOG,
            "SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE tablename LIKE 't"
                + TwoDatabases.server(0).replace('-', '_')
                + "%'");
    assertThat(tables).as("the tables of the server's log").isNotEmpty();
    psql.ask(
        TwoDatabases.TRANSACTION_LOG,
        "BEGIN",
        "LOCK TABLE " + tables + " IN EXCLUSIVE MODE",
        "PREPARE TRANSACTION '" + HOLD + "'");
  }

  private void releaseDecisions() throws Exception {
    psql.ask(TwoDatabases.TRANSACTION_LOG, "ROLLBACK PREPARED '" + HOLD + "'");
  }

  /**
   * Waits until an order is prepared in both databases, and the decision is about to be written.
   */
  private void awaitPrepared() {
    look("both databases are prepared", SOON).until(() -> inDoubt() == 2);
    look("the decision is held", SOON)
        .until(
            () ->
                sessions(
                        "datname = '%s' AND wait_event_type = 'Lock'"
                            .formatted(TwoDatabases.TRANSACTION_LOG))
                    == 1);
  }

  /**
   * Makes commits wait for this standby, or for none if the name is empty. A waiting commit is
   * written, but the client gets no response. The checkpointer propagates the setting to the other
   * processes, so a checkpoint first leaves it idle.
   */
  private void waitForStandby(String name) throws Exception {
    psql.ask(
        "postgres",
        "CHECKPOINT",
        "ALTER SYSTEM SET synchronous_standby_names = '%s'".formatted(name),
        "SELECT pg_reload_conf()");
  }

  /**
   * Kills the first server, waits until it has ended, and returns the SQL condition that selects
   * its sessions.
   */
  private String kill() throws Exception {
    String before = psql.ask("postgres", "SELECT now()");
    two.kill(0);
    String dead =
        "application_name = '%s' AND backend_start < '%s'"
            .formatted(TwoDatabases.server(0), before);
    look("sessions that read from their client have seen it die", SOON)
        .until(() -> sessions(dead + " AND wait_event = 'ClientRead'") == 0);
    return dead;
  }

  /** Waits until no prepared transaction is left, and the successor accepts requests. */
  private void awaitEnded() {
    look("the successor ends it", SUCCESSOR).until(() -> inDoubt() == 0);
    two.awaitServers();
  }

  private static ConditionFactory look(String description, Duration deadline) {
    // The API server of a full machine may need too long for one of these reads.
    return await(description)
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .pollInterval(BETWEEN_LOOKS)
        .atMost(deadline);
  }

  private long inDoubt() throws Exception {
    return psql.number(
        "postgres",
        "SELECT count(*) FROM pg_prepared_xacts WHERE database IN ('%s', '%s')"
            .formatted(TwoDatabases.ORDERS, TwoDatabases.PLANT));
  }

  private long sessions(String condition) throws Exception {
    return psql.number("postgres", "SELECT count(*) FROM pg_stat_activity WHERE " + condition);
  }

  private long orders() throws Exception {
    return psql.number(TwoDatabases.ORDERS, "SELECT count(*) FROM orders WHERE large_lines = 1");
  }

  private long largeOrders() throws Exception {
    return psql.number(TwoDatabases.PLANT, "SELECT count(*) FROM large_orders");
  }
}
