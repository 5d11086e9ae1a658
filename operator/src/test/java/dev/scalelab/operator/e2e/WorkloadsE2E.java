package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.dashboards.DashboardQueries;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sample of each workload but ecperf's order entry, which is {@link SmallExperimentE2E}. */
class WorkloadsE2E {
  private static final String SWEEP = "replicas: [1, 2]";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void cartsAreMeasuredWithoutADatabaseAndNoStateIsLost() throws Exception {
    RunResult run = measuredOnTwoServers("cart", "users: [10, 30, 60, 10]", "users: [10, 60, 10]");
    assertThat(run.audit()).isNull();
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsOnly("visit");
    assertThat(run.steps())
        .extracting(StepResult::users)
        .as("visitors of each step")
        .containsExactly(10, 60, 10);
    assertThat(run.steps()).allSatisfy(WorkloadsE2E::assertPlausible);
  }

  @Test
  void callsOfCellsDoTheWorkOfTheirTableAndServersRecoverFromASpike() throws Exception {
    RunResult run = measuredOnTwoServers("cells", "users: [2, 8, 30, 2]", "users: [2, 30, 2]");
    assertThat(run.audit()).isNull();
    assertThat(run.totals().transactions()).extracting(TransactionCount::name).containsOnly("call");
    List<StepResult> steps = run.steps();
    assertThat(steps).extracting(StepResult::users).containsExactly(2, 30, 2);
    assertThat(steps)
        .allSatisfy(
            step -> {
              assertThat(step.failed()).isZero();
              // 16 ms of CPU time each at 0.8 of a core are 50; processors differ, HTTP alone
              // takes hundreds.
              assertThat(step.throughputPerSecond()).as("calls/s").isLessThan(200);
              assertThatTheBalancerAgrees(step);
            });
    assertThat(steps.get(2).throughputPerSecond())
        .as("calls/s of two users after the spike against before it")
        .isGreaterThan(0.7 * steps.get(0).throughputPerSecond());
  }

  @Test
  void sessionsOfTheBookStoreAreAllInItsDatabase() throws Exception {
    RunResult run = measuredOnTwoServers("bookstore", "users: [2, 8, 24]", "users: [2, 24]");
    TransactionCount sessions = run.totals().transactions().get(0);
    assertThat(run.audit().done())
        .singleElement()
        .satisfies(
            bought -> {
              assertThat(bought.name()).isEqualTo("session");
              assertThat(bought.rows()).isBetween(sessions.ok(), sessions.mostDone());
            });
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps()).extracting(StepResult::users).containsExactly(2, 24);
    assertThat(run.steps())
        .allSatisfy(step -> assertThat(step.requests()).isGreaterThan(step.completed()));
  }

  @Test
  void ordersOfThePortalAreTakenAtAConstantRateBesideItsVisits() throws Exception {
    RunResult run = measuredOnTwoServers("portal", "rates: [5, 15, 30]", "rates: [5, 30]");
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
    assertThat(run.steps()).extracting(StepResult::targetPerSecond).containsExactly(5.0, 30.0);
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
              assertThat(step.evidence().queue()).as("what the servers told of it").isNotNull();
              assertThat(step.stream().kept()).as("judged").isNotNull();
            });
    StepResult first = run.steps().get(0);
    assertThat(first.stream().kept()).as("%s", first.stream().notKept()).isTrue();
    assertThat(first.evidence().queue().takenPerSecond())
        .as("orders that listeners took each second")
        .isCloseTo(first.stream().acceptedPerSecond(), withinPercentage(20));
    var dashboards =
        new DashboardQueries(
            cluster.prometheus(),
            Map.of("namespace", Cluster.NAMESPACE, "experiment", "portal", "trial", ".*"));
    assertThat(
            dashboards.problemsOfStream(
                Instant.parse(run.startedAt()), Instant.parse(run.finishedAt())))
        .isEmpty();
  }

  @Test
  void theWholeOfEcperfMakesWhatIsOrderedOfPartsThatSuppliersDeliver() throws Exception {
    RunResult run = measuredOnTwoServers("ecperf", "users: [16, 80, 240]", "users: [16, 240]");
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsExactlyInAnyOrder(
            "newOrder", "changeOrder", "orderStatus", "customerStatus", "workOrder");
    for (TransactionCount count : run.totals().transactions()) {
      if (!count.name().endsWith("Status")) {
        assertThat(rows(run.audit().done(), count.name()))
            .as(count.name())
            .isBetween(count.ok(), count.mostDone());
      }
    }
    assertThat(run.audit().faults()).isEmpty();
    assertThat(rows(run.audit().counts(), "purchaseOrdersDelivered"))
        .as("purchase orders that suppliers have delivered")
        .isPositive();
    assertThat(rows(run.audit().counts(), "largeWorkOrders")).as("made to order").isPositive();
    assertThat(run.steps()).extracting(StepResult::users).containsExactly(16, 240);
    assertThat(run.steps().get(0).transactions())
        .as("16 clients are no overload")
        .allSatisfy(kind -> assertThat(kind.failed()).isZero());
    assertThat(run.steps().get(0).throughputPerSecond())
        .as("16 clients with a pace of 5 s, of which work orders take one and more")
        .isBetween(0.6 * 16 / 5, 1.4 * 16 / 5);
    assertThat(cluster.experiment("ecperf").get().getStatus().configurations())
        .singleElement()
        .satisfies(row -> assertThat(row.bbopsPerMinute()).isGreaterThan(60 * 0.6 * 16 / 5));
  }

  private static long rows(List<RowCount> counts, String name) {
    return counts.stream()
        .filter(count -> count.name().equals(name))
        .mapToLong(RowCount::rows)
        .findFirst()
        .orElseThrow();
  }

  /**
   * The run of a workload's sample on two servers, with a shorter staircase: of what is left out
   * there is nothing to learn here.
   */
  private RunResult measuredOnTwoServers(String name, String staircase, String shorter)
      throws IOException {
    String sample = Cluster.sample(name + ".yaml");
    assertThat(sample).contains(SWEEP, staircase);
    cluster.apply(sample.replace(SWEEP, "replicas: [2]").replace(staircase, shorter));
    ScalabilityExperiment measured = cluster.awaitFinished(name, 10);
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(measured.getStatus().configurations())
        .singleElement()
        .satisfies(row -> assertThat(row.peakPerSecond()).isPositive());
    return cluster.validRun(name + "-base-2");
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
      assertThatTheBalancerAgrees(step);
    }
  }

  private static void assertThatTheBalancerAgrees(StepResult step) {
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
