package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.TransactionResult;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sample of each workload but ecperf's, which is {@link SmallExperimentE2E}. */
class WorkloadsE2E {
  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void cartsAreMeasuredWithoutADatabaseAndNoStateIsLost() throws Exception {
    cluster.apply(Cluster.sample("cart.yaml"));

    ScalabilityExperiment cart = cluster.awaitFinished("cart", 10);

    assertThat(cart.getStatus().phase()).as(cart.getStatus().message()).isEqualTo(Phase.SUCCEEDED);
    assertThat(cart.getStatus().configurations())
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.peakPerSecond()).isPositive());
    for (String trial : List.of("cart-base-1", "cart-base-2")) {
      RunResult run = cluster.trial(trial).get().getStatus().runs().get(0);
      assertThat(run.phase()).as("%s: %s", trial, run.message()).isEqualTo(RunPhase.VALID);
      assertThat(run.audit()).isNull();
      assertThat(run.totals().transactions())
          .extracting(TransactionCount::name)
          .containsOnly("visit");
      assertThat(run.steps()).allSatisfy(WorkloadsE2E::assertPlausible);
    }
    cluster.awaitTornDown("cart");
  }

  private static void assertPlausible(StepResult step) {
    assertThat(step.evidence().tiers())
        .extracting(TierUse::tier)
        .contains("application", "balancer")
        .doesNotContain("database");
    assertThat(step.transactions()).extracting(TransactionResult::name).containsOnly("visit");
    // Servers may be too slow for a step; they may not forget, or mix up, what was in a cart.
    assertThat(step.errors())
        .extracting(error -> error.reason())
        .noneMatch(reason -> reason.startsWith("session state"));
    if (step.failed() == 0) {
      double seen = 0;
      for (var pod : step.evidence().pods()) {
        seen += pod.requestsPerSecond();
      }
      double sent = step.requests() / step.measuredSeconds();
      assertThat(seen)
          .as("the balancer's requests per second against the client's")
          .isBetween(0.9 * sent, 1.1 * sent);
    }
  }
}
