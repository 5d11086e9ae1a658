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
      assertThat(run.steps())
          .extracting(StepResult::users)
          .as("visitors of each step")
          .containsExactly(10, 30, 60, 10);
      assertThat(run.steps()).allSatisfy(WorkloadsE2E::assertPlausible);
    }
    cluster.awaitTornDown("cart");
  }

  @Test
  void sessionsOfTheBookStoreAreAllInItsDatabase() throws Exception {
    cluster.apply(Cluster.sample("bookstore.yaml"));

    ScalabilityExperiment store = cluster.awaitFinished("bookstore", 10);

    assertThat(store.getStatus().phase())
        .as(store.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    for (String trial : List.of("bookstore-base-1", "bookstore-base-2")) {
      RunResult run = cluster.trial(trial).get().getStatus().runs().get(0);
      assertThat(run.phase()).as("%s: %s", trial, run.message()).isEqualTo(RunPhase.VALID);
      TransactionCount sessions = run.totals().transactions().get(0);
      assertThat(run.audit().done())
          .singleElement()
          .satisfies(
              bought -> {
                assertThat(bought.name()).isEqualTo("session");
                assertThat(bought.rows()).isBetween(sessions.ok(), sessions.mostDone());
              });
      assertThat(run.audit().faults()).isEmpty();
      assertThat(run.steps()).extracting(StepResult::users).containsExactly(2, 8, 24);
      assertThat(run.steps())
          .allSatisfy(step -> assertThat(step.requests()).isGreaterThan(step.completed()));
    }
    cluster.awaitTornDown("bookstore");
  }

  @Test
  void ordersOfThePortalAreTakenAtAConstantRateBesideItsVisits() throws Exception {
    cluster.apply(Cluster.sample("portal.yaml"));

    ScalabilityExperiment portal = cluster.awaitFinished("portal", 10);

    assertThat(portal.getStatus().phase())
        .as(portal.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    for (String trial : List.of("portal-base-1", "portal-base-2")) {
      RunResult run = cluster.trial(trial).get().getStatus().runs().get(0);
      assertThat(run.phase()).as("%s: %s", trial, run.message()).isEqualTo(RunPhase.VALID);
      assertThat(run.totals().transactions())
          .extracting(TransactionCount::name)
          .containsExactly("visit", "order");
      TransactionCount orders = run.totals().transactions().get(1);
      assertThat(run.audit().done())
          .singleElement()
          .satisfies(
              taken -> {
                assertThat(taken.name()).isEqualTo("order");
                assertThat(taken.rows()).isBetween(orders.ok(), orders.mostDone());
              });
      assertThat(run.audit().faults()).isEmpty();
      assertThat(run.steps())
          .extracting(StepResult::targetPerSecond)
          .containsExactly(5.0, 15.0, 30.0);
      assertThat(run.steps())
          .allSatisfy(
              step -> {
                assertThat(step.transactions())
                    .extracting(TransactionResult::name)
                    .containsExactly("visit");
                assertThat(step.stream().askedPerSecond()).isEqualTo(5);
                assertThat(step.stream().scheduled())
                    .as("orders due in the window")
                    .isBetween(
                        Math.round(5 * step.measuredSeconds()) - 1,
                        Math.round(5 * step.measuredSeconds()) + 1);
              });
      StepResult first = run.steps().get(0);
      assertThat(first.stream().kept()).as("%s", first.stream().inWords()).isTrue();
    }
    cluster.awaitTornDown("portal");
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
        .noneMatch(reason -> reason.startsWith("session state") || reason.startsWith("HTTP"));
    if (step.users() == 10) {
      assertThat(step.failed()).as("10 visitors are no overload, before it or after").isZero();
    }
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
