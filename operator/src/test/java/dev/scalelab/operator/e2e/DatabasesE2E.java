package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.dashboards.DashboardQueries;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The sample with the whole of ecperf in one database and in four, in one experiment. The test's
 * own SQL queries each database, and a database's pod is killed in a run, which is repeated.
 */
@Isolated("what else runs takes the cores that are measured")
class DatabasesE2E {
  private static final String NAME = "databases";
  private static final String DATABASE = "ecperf";
  private static final String WORK_ORDERS = "SELECT count(completed_at) FROM work_orders";

  private static final Map<String, List<String>> DATABASES =
      Map.of(
          "one", List.of("databases-one-db"),
          "four",
              List.of(
                  "databases-four-db-customer",
                  "databases-four-db-corporate",
                  "databases-four-db-plant",
                  "databases-four-db-supplier"));

  private final Cluster cluster = new Cluster();

  /** Databases of a measured variant stay until they have been queried. */
  private final HeldDatabases held = new HeldDatabases(cluster);

  @AfterEach
  void close() {
    DATABASES.values().stream().flatMap(List::stream).forEach(held::release);
    cluster.delete(NAME);
    cluster.close();
  }

  @Test
  void everyDatabaseOfEachVariantHasWhatClientsCounted() throws Exception {
    cluster.apply(manifest());

    RunResult one = measured("one");
    assertThatEcperfWasMeasured(one);
    assertThatEcperfHolds(psql("one-db"), one, "newOrder", Psql.ORDERS);
    assertThatEcperfHolds(psql("one-db"), one, "workOrder", WORK_ORDERS);
    assertThatDashboardsShow(one);
    release("one");

    hold("four");
    cluster.awaitLoaded(trial("four"), 1);
    kill("databases-four-db-plant-1");
    RunResult four = measured("four");
    RunResult killed = cluster.trial(trial("four")).get().getStatus().runs().get(0);
    assertThat(killed.reason()).isIn(Reason.SERVER_RESTARTED, Reason.DATABASE_LOST);
    assertThatEcperfHolds(psql("four-db-customer"), four, "newOrder", Psql.ORDERS);
    assertThatEcperfHolds(psql("four-db-plant"), four, "workOrder", WORK_ORDERS);
    assertThat(psql("four-db-plant").ask(DATABASE, "SHOW random_page_cost")).isEqualTo("1.1");
    assertThatSuppliersDelivered(four);
    assertThat(psql("four-db-corporate").number(DATABASE, "SELECT count(*) FROM customers"))
        .as("150 at scale 1")
        .isEqualTo(1500);
    release("four");

    assertThatTheResultHasEachVariant(cluster.awaitFinished(NAME, 10));
  }

  private static String manifest() throws IOException {
    String sample = Cluster.sample("databases.yaml");
    Map<String, String> changes =
        Map.of(
            "variants: [one, two, four]", "variants: [one, four]",
            "replicas: [1, 2]", "replicas: [2]",
            "domains: [Manufacturing], cpu: 500m, memory: 512Mi",
                "domains: [Manufacturing], cpu: 500m, memory: 512Mi, parameters: {random_page_cost: \"1.1\"}",
            "users: [16, 80, 240]", "users: [16, 80]",
            "seconds: 24\n      settleSeconds: 8", "seconds: 17\n      settleSeconds: 7",
            "transactionsPerServer: 500", "transactionsPerServer: 100");
    assertThat(sample).contains(changes.keySet());
    for (Map.Entry<String, String> change : changes.entrySet()) {
      sample = sample.replace(change.getKey(), change.getValue());
    }
    // A server that hangs is started again, and a trial ends with its reason, before the test does.
    return sample
        + "  maxInvalidRuns: 3\n"
        + "  timeouts: {databaseSeconds: 300, serversSeconds: 240, jobSeconds: 240}\n";
  }

  private static String trial(String variant) {
    return NAME + "-" + variant + "-2";
  }

  private Psql psql(String database) {
    return new Psql(cluster, NAME + "-" + database + "-1");
  }

  /** The valid run of a variant, while its databases still exist. */
  private RunResult measured(String variant) throws Exception {
    hold(variant);
    ScalabilityTrialStatus ended =
        cluster
            .until(
                cluster.trial(trial(variant)),
                found -> found.getStatus() != null && found.getStatus().ended(),
                20)
            .getStatus();
    assertThat(ended.phase()).as("%s", ended).isEqualTo(Phase.SUCCEEDED);
    RunResult last = ended.runs().get(ended.runs().size() - 1);
    assertThat(last.phase()).as("%s", ended.runs()).isEqualTo(RunPhase.VALID);
    assertThat(last.audit().faults()).isEmpty();
    assertThat(last.steps()).allSatisfy(step -> assertThatEachDatabaseIsMeasured(variant, step));
    assertThat(cluster.trial(trial(variant)).get().getStatus().placement())
        .filteredOn(pod -> pod.tier().equals("database"))
        .extracting(PodPlacement::pod)
        .containsExactlyInAnyOrderElementsOf(
            DATABASES.get(variant).stream().map(database -> database + "-1").toList());
    if (!variant.equals("one")) {
      assertThatNothingIsInDoubt(variant, last);
    }
    return last;
  }

  private static void assertThatEachDatabaseIsMeasured(String variant, StepResult step) {
    assertThat(step.evidence().databases()).hasSameSizeAs(DATABASES.get(variant));
    for (DatabaseEvidence database : step.evidence().databases()) {
      assertThat(database.cpuCores()).as("%s", database).isBetween(0.001, 0.6);
      assertThat(database.cpuLimitCores()).isEqualTo(0.5);
      assertThat(database.connections()).as("%s", database).isPositive();
      assertThat(database.commitsPerSecond()).as("%s", database).isPositive();
      assertThat(database.waiting()).as("%s", database).isNotNegative();
      assertThat(database.deadlocks()).as("%s", database).isNotNegative();
      assertThat(database.blocksReadPerSecond()).as("%s", database).isNotNegative();
      assertThat(database.pool().size()).as("%s", database).isEqualTo(10);
    }
  }

  /** Of what the load began: suppliers go on delivering. */
  private void assertThatNothingIsInDoubt(String variant, RunResult run) throws Exception {
    String begun =
        "SELECT count(*) FROM pg_prepared_xacts WHERE prepared <= '%s'".formatted(run.finishedAt());
    for (String database : DATABASES.get(variant)) {
      Psql psql = new Psql(cluster, database + "-1");
      assertThat(psql.number(DATABASE, begun)).as("transactions in doubt in %s", database).isZero();
      assertThat(
              psql.number(
                  DATABASE,
                  "SELECT setting::int - current_setting('max_connections')::int FROM pg_settings"
                      + " WHERE name = 'max_prepared_transactions'"))
          .as("each connection of %s may have prepared a transaction", database)
          .isZero();
    }
  }

  private void assertThatEcperfWasMeasured(RunResult run) {
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsExactlyInAnyOrder(
            "newOrder", "changeOrder", "orderStatus", "customerStatus", "workOrder");
    for (TransactionCount count : run.totals().transactions()) {
      if (!count.name().endsWith("Status")) {
        assertThat(SampledWorkload.rows(run.audit().done(), count.name()))
            .as(count.name())
            .isBetween(count.ok(), count.maxDone());
      }
    }
    SampledWorkload.assertThatTwoGeneratorsSharedIt(run);
    assertThat(run.steps())
        .allSatisfy(
            step ->
                assertThat(step.evidence().tiers()).extracting(TierUse::tier).contains("supplier"));
    assertThat(SampledWorkload.rows(run.audit().counts(), "purchaseOrdersDelivered"))
        .as("purchase orders that suppliers have delivered")
        .isPositive();
    assertThat(SampledWorkload.rows(run.audit().counts(), "largeWorkOrders"))
        .as("made to order")
        .isPositive();
    StepResult first = run.steps().get(0);
    assertThat(first.transactions())
        .as("16 clients are no overload")
        .allSatisfy(kind -> assertThat(kind.failed()).isZero());
    assertThat(first.throughputPerSecond())
        .as("16 clients with a pace of 5 s, of which work orders take one and more")
        .isBetween(0.6 * 16 / 5, 1.4 * 16 / 5);
  }

  private static void assertThatEcperfHolds(
      Psql database, RunResult run, String transaction, String sql) throws Exception {
    SampledWorkload.assertThatItHolds(database, DATABASE, run, transaction, sql);
  }

  /** What a supplier has accepted before the audit it may deliver after it. */
  private void assertThatSuppliersDelivered(RunResult run) throws Exception {
    List<RowCount> audited = run.audit().counts();
    long delivered = SampledWorkload.rows(audited, "purchaseOrdersDelivered");
    long later =
        SampledWorkload.rows(audited, "purchaseOrdersAccepted")
            + SampledWorkload.rows(audited, "purchaseOrdersOpen");
    Psql supplier = psql("four-db-supplier");
    assertThat(
            supplier.number(
                DATABASE, "SELECT count(*) FROM purchase_orders WHERE state = 'DELIVERED'"))
        .as("purchase orders that are delivered")
        .isBetween(delivered, delivered + later);
    assertThat(supplier.number(DATABASE, "SELECT count(*) FROM purchase_orders"))
        .as("purchase orders")
        .isEqualTo(delivered + later);
  }

  private void assertThatDashboardsShow(RunResult run) {
    var dashboards =
        new DashboardQueries(
            cluster.prometheus(), Map.of("namespace", Cluster.NAMESPACE, "experiment", NAME));
    // The operator is scraped every 15 s.
    Awaitility.await("ecperf's own figure in the dashboards")
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () ->
                assertThat(
                        dashboards.problemsOfEcperf(Instant.parse(run.startedAt()), Instant.now()))
                    .isEmpty());
  }

  private static void assertThatTheResultHasEachVariant(ScalabilityExperiment ended) {
    assertThat(ended.getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().verdict()).isNotEqualTo(Verdict.INCONCLUSIVE);
    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::variant)
        .containsExactly("one", "four");
    assertThat(ended.getStatus().configurations())
        .allSatisfy(
            row -> {
              assertThat(row.bbopsPerMinute()).isGreaterThan(60 * 0.6 * 16 / 5);
              assertThat(row.requestsPerSecond())
                  .as("work orders are five requests, new orders four")
                  .isGreaterThan(2 * row.capacityPerSecond().mean());
            });
  }

  private void kill(String pod) {
    cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withName(pod)
        .withGracePeriod(0)
        .delete();
  }

  private void hold(String variant) {
    DATABASES.get(variant).forEach(held::hold);
  }

  private void release(String variant) {
    DATABASES.get(variant).forEach(held::release);
  }
}
