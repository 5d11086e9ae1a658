package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Databases that are not one for all, with enough connections for all: of each server, too small,
 * each with a part of the customers.
 */
@Isolated("what else runs takes the cores that are measured")
class PrivateDatabasesE2E {
  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.delete("private-databases");
    cluster.delete("connections");
    cluster.delete("portal-databases");
    cluster.close();
  }

  /**
   * One server, and then two, each with its own: that of the second is filled when it is needed.
   * The audit has counted the sessions of both.
   */
  @Test
  void eachServerWorksOnItsPrivateDatabase() throws IOException {
    apply(
        "private-databases.yaml",
        Map.of(
            "replicas: [1, 2]", "replicas: [1, 2]\n    variants: [private]",
            "users: [20, 60]", "users: [20]"));

    assertSucceeded(cluster.awaitFinished("private-databases", 12));
    String trial = "private-databases-private-2";
    RunResult run = cluster.validRun(trial);
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps())
        .allSatisfy(
            step ->
                assertThat(step.evidence().databases())
                    .allSatisfy(one -> assertThat(one.commitsPerSecond()).isPositive())
                    .extracting(DatabaseEvidence::name)
                    .containsExactly("main-0", "main-1"));
    assertThat(cluster.trial(trial).get().getStatus().placement())
        .filteredOn(pod -> pod.tier().equals("database"))
        .extracting(PodPlacement::pod)
        .containsExactly("private-databases-private-db-0-1", "private-databases-private-db-1-1");
  }

  /** Pools of 25 at two servers, and 22 connections for both. */
  @Test
  void refusedConnectionsFailTransactionsAndNotTheRun() throws IOException {
    apply(
        "connections.yaml",
        Map.of(
            "replicas: [1, 2]", "replicas: [2]\n    variants: [base]",
            "rates: [3, 12, 40, 120]", "rates: [3, 120]"));

    assertSucceeded(cluster.awaitFinished("connections", 10));
    RunResult run = cluster.validRun("connections-base-2");
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps().get(0).errors()).as("below the limit").isNullOrEmpty();
    assertThat(run.steps().get(1).errors())
        .extracting(FailureCount::reason)
        .as("refused connections")
        .anyMatch(reason -> reason.contains("503"));
    assertThat(run.steps().get(1).evidence().databases().get(0).connections())
        .as("those of the servers, and PostgreSQL's and CloudNativePG's own")
        .isBetween(20.0, 32.0);
  }

  /** Two servers of the portal; the audit has counted the orders in all three. */
  @Test
  void eachDatabaseHasAPartOfTheCustomers() throws IOException {
    apply(
        "portal-databases.yaml",
        Map.of(
            "replicas: [1, 2]", "replicas: [2]\n    variants: [three]",
            "rates: [20, 60, 120]", "rates: [5]"));

    assertSucceeded(cluster.awaitFinished("portal-databases", 10));
    RunResult run = cluster.validRun("portal-databases-three-2");
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps())
        .allSatisfy(
            step ->
                assertThat(step.evidence().databases())
                    .allSatisfy(
                        one -> {
                          assertThat(one.commitsPerSecond()).isPositive();
                          assertThat(one.pool().size()).isPositive();
                        })
                    .extracting(DatabaseEvidence::name)
                    .containsExactly("first", "second", "third"));
  }

  private void apply(String sample, Map<String, String> changes) throws IOException {
    String manifest = Cluster.sample(sample);
    assertThat(manifest).contains(changes.keySet());
    for (Map.Entry<String, String> change : changes.entrySet()) {
      manifest = manifest.replace(change.getKey(), change.getValue());
    }
    cluster.apply(
        manifest
            + "  maxInvalidRuns: 3\n"
            + "  timeouts: {databaseSeconds: 300, serversSeconds: 240, jobSeconds: 120}\n");
  }

  private static void assertSucceeded(ScalabilityExperiment measured) {
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
  }
}
