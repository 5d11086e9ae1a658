package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodShare;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The example of an own application, whose servers count the requests that they get. It has no
 * warm-up here, so that all requests are the run's, and its servers are retained to be queried.
 */
@Execution(ExecutionMode.CONCURRENT)
class OwnApplicationE2E {
  private static final String NAME = "own";
  private static final String WARM_UP = "maxSeconds: 20\n";
  private static final String SWEEP = "replicas: [1, 2]";
  private static final String RATES = "rates: [20, 60, 120, 240]";
  private static final String BALANCER = "    balancer:\n";
  private static final String GENERATORS = "    generators:\n";
  private static final String COUNTER = "example_requests_total ";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.delete(NAME);
    cluster.close();
  }

  @Test
  void itsServersHaveCountedWhatTheLoadHasSent() throws Exception {
    String sample = Cluster.sample("own-application/experiment.yaml");
    assertThat(sample).contains(WARM_UP, SWEEP, RATES, BALANCER, GENERATORS);
    cluster.apply(
        sample
                .replace(WARM_UP, "maxSeconds: 0\n")
                .replace(SWEEP, "replicas: [2]")
                .replace(RATES, "rates: [20, 60]")
                .replace(BALANCER, BALANCER + "      cpu: 200m\n")
                .replace(GENERATORS, GENERATORS + "      cpu: 400m\n")
            // The other experiments may keep the load generator from sending in time.
            + "  testbedPolicy: Retain\n  maxInvalidRuns: 10\n");

    ScalabilityExperiment own = cluster.awaitFinished(NAME, 20);

    assertThat(own.getStatus().phase()).as(own.getStatus().message()).isEqualTo(Phase.SUCCEEDED);
    assertThat(own.getStatus().configurations())
        .singleElement()
        .satisfies(row -> assertThat(row.peakPerSecond().mean()).isPositive());
    RunResult run = cluster.validRun("own-base-2");
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsExactlyInAnyOrder("buy", "look");
    assertThat(run.steps()).hasSize(2).allSatisfy(OwnApplicationE2E::assertPlausible);
    assertThat(counted("own-base-2"))
        .as("what the servers counted, which is what the load had answered, or gave up")
        .isBetween(
            run.totals().requests() - run.totals().failedRequests(), run.totals().requests());
  }

  private static void assertPlausible(StepResult step) {
    assertThat(step.errors())
        .extracting(error -> error.reason())
        .noneMatch(
            reason ->
                reason.equals("another price")
                    || reason.startsWith("it made ")
                    || reason.equals("error in the load generator"));
    assertThat(step.pods()).extracting(PodShare::pod).allMatch(pod -> pod.startsWith("own-base-"));
    assertThat(step.evidence().tiers())
        .extracting(TierUse::tier)
        .contains("application", "balancer")
        .doesNotContain("database");
    assertThat(step.evidence().servers().clusterSize()).as("it promises no cluster").isNull();
    assertThat(step.evidence().servers().heapPercent()).as("it reports its heap").isPositive();
    if (step.step() == 1) {
      assertThat(step.errorPercent()).as("20/s are no overload").isLessThan(1);
    }
  }

  /** Sum over the retained servers. */
  private long counted(String trial) throws IOException, InterruptedException {
    List<Pod> servers =
        cluster
            .client()
            .pods()
            .inNamespace(Cluster.NAMESPACE)
            .withLabel("scalelab.dev/trial", trial)
            .withLabel("scalelab.dev/tier", "application")
            .list()
            .getItems();
    assertThat(servers).hasSize(2);
    long sum = 0;
    for (Pod server : servers) {
      URI metrics = URI.create("http://%s:8080/metrics".formatted(server.getStatus().getPodIP()));
      HttpRequest request = HttpRequest.newBuilder(metrics).timeout(Duration.ofSeconds(10)).build();
      String text =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      assertThat(text).startsWith(COUNTER);
      sum += Long.parseLong(text.lines().findFirst().orElseThrow().substring(COUNTER.length()));
    }
    return sum;
  }
}
