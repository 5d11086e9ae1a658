package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TransactionCount;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;

/** A workload's sample, measured on two servers that are retained to be queried. */
abstract class SampledWorkload {
  private static final String SWEEP = "replicas: [1, 2]";

  final Cluster cluster = new Cluster();
  private String name;

  @AfterEach
  void close() {
    if (name != null) {
      cluster.release(name);
    }
    cluster.close();
  }

  /**
   * The run of a workload's sample on two servers, with fewer steps: the others are not needed
   * here. Its testbed is retained to be queried.
   *
   * @param changes replacements in the sample
   */
  RunResult measuredOnTwoServers(String sampled, Map<String, String> changes) throws IOException {
    String manifest = Cluster.sample(sampled + ".yaml");
    assertThat(manifest).contains(SWEEP).contains(changes.keySet());
    manifest = manifest.replace(SWEEP, "replicas: [2]");
    for (Map.Entry<String, String> change : changes.entrySet()) {
      manifest = manifest.replace(change.getKey(), change.getValue());
    }
    cluster.apply(manifest + "  testbedPolicy: Retain\n  timeouts: {serversSeconds: 240}\n");
    name = sampled;
    ScalabilityExperiment measured = cluster.awaitFinished(name, 20);
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(measured.getStatus().configurations())
        .singleElement()
        .satisfies(row -> assertThat(row.peakPerSecond().mean()).isPositive());
    return cluster.validRun(name + "-base-2");
  }

  /**
   * At least the successful transactions, and at most those sent: a response may be lost although
   * the row was written.
   */
  void assertThatTheDatabaseHolds(RunResult run, String transaction, String sql) throws Exception {
    assertThatItHolds(new Psql(cluster, name + "-base-db-1"), name, run, transaction, sql);
  }

  /** The same for one database, queried by the tests' own SQL and not by the audit. */
  static void assertThatItHolds(
      Psql psql, String database, RunResult run, String transaction, String sql) throws Exception {
    TransactionCount client =
        run.totals().transactions().stream()
            .filter(count -> count.name().equals(transaction))
            .findFirst()
            .orElseThrow();
    assertThat(client.ok()).as("%s that clients completed", transaction).isPositive();
    assertThat(psql.number(database, sql))
        .as(sql)
        .isBetween(client.ok(), client.maxDone())
        .isEqualTo(rows(run.audit().done(), transaction));
  }

  /** A request that failed at a client may not have reached the balancer completely. */
  void assertThatTheBalancerCountedIt(RunResult run) throws Exception {
    String trial = name + "-base-2";
    Instant begin = Instant.parse(run.startedAt());
    Instant end = Instant.parse(run.finishedAt()).plusSeconds(20);
    assertThat(
            BalancerRequests.counted(cluster, trial, end)
                - BalancerRequests.counted(cluster, trial, begin))
        .as("requests that the balancer has counted")
        .isBetween(
            (double) run.totals().requests() - run.totals().failedRequests(),
            (double) run.totals().requests());
  }

  /**
   * Uses the page of a retained testbed like a user: a reader is served by one pod, and by the
   * other after that is deleted.
   */
  void assertThatAReadersBasketOutlivesThePodThatServedIt() throws Exception {
    try (Visitor reader = new Visitor(cluster, name + "-base-2")) {
      assertThat(reader.get("/page/").body()).contains("<title>");
      reader.post("/api/bookstore/login", "{\"readerId\":1,\"pin\":7919}");
      String pod = reader.post("/api/bookstore/basket/books", "{\"bookId\":7}").pod();
      for (int i = 0; i < 4; i++) {
        assertThat(reader.get("/api/bookstore/basket").pod()).as("sticky").isEqualTo(pod);
      }
      String session = sessionOf(reader);
      assertThat(session).isNotEmpty();

      cluster
          .client()
          .pods()
          .inNamespace(Cluster.NAMESPACE)
          .withName(pod)
          .withGracePeriod(0)
          .delete();

      Awaitility.await("the other pod goes on with the basket")
          .atMost(Duration.ofMinutes(5))
          .ignoreExceptions()
          .until(
              () -> {
                Visitor.Answer basket = reader.get("/api/bookstore/basket");
                return !pod.equals(basket.pod())
                    && basket.json().get("changes").asInt() == 2
                    && sessionOf(reader).equals(session);
              });
    }
  }

  private static String sessionOf(Visitor reader) throws Exception {
    return reader.get("/page/session").json().at("/session/id").asText();
  }

  static void assertThatTwoGeneratorsSharedIt(RunResult run) {
    assertThat(run.steps())
        .extracting(step -> step.generator().generators())
        .as("load generators of each step")
        .containsOnly(2);
  }

  static long rows(List<RowCount> counts, String name) {
    return counts.stream()
        .filter(count -> count.name().equals(name))
        .mapToLong(RowCount::rows)
        .findFirst()
        .orElseThrow();
  }
}
