package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.TransactionCount;
import java.time.Instant;

/** Compares what the client counted in a run of orders with what others counted. */
final class ClientCounts {
  private ClientCounts() {}

  /** Each acknowledged order is in the database once. */
  static void assertInTheDatabase(RunResult run) {
    assertThat(run.audit().done())
        .extracting(AuditResult.RowCount::name)
        .containsExactly("changeOrder", "newOrder", "workOrder");
    assertThat(run.audit().done().get(2).rows())
        .as("work orders, which are not in the mix")
        .isZero();
    for (AuditResult.RowCount done : run.audit().done().subList(0, 2)) {
      TransactionCount client = count(run, done.name());
      assertThat(done.rows()).as(done.name()).isPositive().isBetween(client.ok(), client.maxDone());
    }
    assertThat(run.audit().faults()).isEmpty();
    long measured = run.steps().stream().mapToLong(step -> step.counts().completed()).sum();
    assertThat(run.totals().transactions().stream().mapToLong(TransactionCount::ok).sum())
        .as("a whole run holds more than its measured windows")
        .isGreaterThan(measured);
  }

  /**
   * The balancer counted the requests that were sent. One that timed out at the client, or never
   * got a connection, may not have reached it completely.
   */
  static void assertAtTheBalancer(Cluster cluster, String trial, RunResult run) throws Exception {
    double before = BalancerRequests.counted(cluster, trial, Instant.parse(run.startedAt()));
    double after =
        BalancerRequests.counted(cluster, trial, Instant.parse(run.finishedAt()).plusSeconds(20));
    assertThat(after - before)
        .isBetween(
            (double) run.totals().requests() - run.totals().failedRequests(),
            (double) run.totals().requests());
  }

  private static TransactionCount count(RunResult run, String name) {
    return run.totals().transactions().stream()
        .filter(count -> count.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
