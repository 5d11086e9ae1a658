package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.dashboards.DashboardQueries;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The sample whose carts are once in the application servers, and once on Infinispan servers. */
@Isolated("what else runs takes the cores that are measured")
class RemoteStateE2E {
  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void bothPlacesOfStateAreMeasuredAndNoCartIsLost() throws Exception {
    cluster.apply(Cluster.sample("remote-state.yaml") + "  timeouts: {serversSeconds: 240}\n");

    ScalabilityExperiment measured = cluster.awaitFinished("remote-state", 25);

    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(measured.getStatus().configurations())
        .extracting(ConfigurationResult::name, row -> row.peakPerSecond().mean() > 0)
        .containsExactly(tuple("base-2", true), tuple("remote-2", true));
    assertThat(cluster.validRun("remote-state-base-2").steps())
        .allSatisfy(step -> assertThat(step.evidence().cache()).isNull());
    assertThatInfinispanServersHadTheState(cluster, "remote-state-remote-2");
  }

  /** All steps of the valid run of a trial of the sample, and the dashboard of its servers. */
  static void assertThatInfinispanServersHadTheState(Cluster cluster, String trial)
      throws IOException, InterruptedException {
    RunResult remote = cluster.validRun(trial);
    assertThat(remote.steps())
        .isNotEmpty()
        .allSatisfy(RemoteStateE2E::assertThatInfinispanServersHadTheState);
    var queries =
        new DashboardQueries(
            cluster.prometheus(),
            Map.of("namespace", Cluster.NAMESPACE, "experiment", "remote-state", "trial", ".*"));
    Instant from = Instant.parse(remote.startedAt());
    Instant to = Instant.parse(remote.finishedAt());
    assertThat(queries.problemsOfCache(from, to)).isEmpty();
  }

  private static void assertThatInfinispanServersHadTheState(StepResult step) {
    CacheEvidence cache = step.evidence().cache();
    assertThat(cache.members()).isEqualTo(2);
    assertThat(cache.readsPerSecond()).isGreaterThan(step.throughputPerSecond());
    assertThat(cache.writesPerSecond()).isGreaterThan(step.throughputPerSecond());
    assertThat(cache.hitPercent()).isBetween(50.0, 100.0);
    assertThat(cache.heapPercent()).isBetween(1.0, 100.0);
    assertThat(step.evidence().tiers())
        .filteredOn(tier -> tier.tier().equals("cache"))
        .singleElement()
        .extracting(TierUse::cpuCores)
        .satisfies(cores -> assertThat(cores).isPositive());
    assertThat(step.errors())
        .extracting(FailureCount::reason)
        .as("lost carts")
        .noneMatch(reason -> reason.contains("409"));
  }
}
