package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.PodRate;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Three ways of the sample to distribute the load over two servers, seen in what each server got.
 */
@Isolated("what else runs takes the cores that are measured")
class BalancingE2E {
  private static final String NAME = "balancing";
  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.delete(NAME);
    cluster.close();
  }

  @Test
  void theLoadIsSpreadAsEachPolicySays() throws IOException {
    cluster.apply(manifest());

    ScalabilityExperiment measured = cluster.awaitFinished(NAME, 10);
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);

    assertThat(steps("weighted"))
        .allSatisfy(
            step -> {
              assertThat(shareOfFirst(step)).as("of four sessions").isBetween(0.6, 0.9);
              assertThat(pods(step)).extracting(PodRate::weight).containsExactly(3.0, 1.0);
            });
    assertThat(steps("load-aware"))
        .as("busy servers have less than their whole weight of 100, and never less than a tenth")
        .allSatisfy(
            step ->
                assertThat(pods(step))
                    .allSatisfy(pod -> assertThat(pod.weight()).isBetween(10.0, 99.5)));
    assertThat(steps("direct"))
        .allSatisfy(
            step -> {
              assertThat(step.evidence().balancer().requestsPerSecond()).isNull();
              assertThat(shareOfFirst(step)).as("by the servers' count").isBetween(0.35, 0.65);
              assertThat(pods(step)).extracting(PodRate::weight).containsOnlyNulls();
            });
    assertThat(placement("direct"))
        .extracting(PodPlacement::tier)
        .contains("application")
        .doesNotContain("balancer");
    assertThat(placement("weighted")).extracting(PodPlacement::tier).contains("balancer");
  }

  private static String manifest() throws IOException {
    String sample = Cluster.sample("balancing.yaml");
    Map<String, String> changes =
        Map.of(
            "replicas: [2]", "replicas: [2]\n    variants: [weighted, load-aware, direct]",
            "users: [10, 40]", "users: [20]",
            "seconds: 20\n      settleSeconds: 8", "seconds: 18\n      settleSeconds: 6");
    assertThat(sample).contains(changes.keySet());
    for (Map.Entry<String, String> change : changes.entrySet()) {
      sample = sample.replace(change.getKey(), change.getValue());
    }
    return sample + "  maxInvalidRuns: 3\n  timeouts: {serversSeconds: 240, jobSeconds: 120}\n";
  }

  private List<StepResult> steps(String variant) {
    return cluster.validRun(trial(variant)).steps();
  }

  private List<PodPlacement> placement(String variant) {
    return cluster.trial(trial(variant)).get().getStatus().placement();
  }

  private static String trial(String variant) {
    return NAME + "-" + variant + "-2";
  }

  /** Both servers' requests, in the order of their numbers. */
  private static List<PodRate> pods(StepResult step) {
    List<PodRate> pods = step.evidence().balancer().pods();
    assertThat(pods).hasSize(2);
    return pods;
  }

  private static double shareOfFirst(StepResult step) {
    List<PodRate> pods = pods(step);
    double first = pods.get(0).requestsPerSecond();
    return first / (first + pods.get(1).requestsPerSecond());
  }
}
