package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.dashboards.DashboardQueries;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The sample of each workload but ecperf, which {@link SmallExperimentE2E} and {@link DatabasesE2E}
 * measure. The clients' counts are compared with independent counts: with a database, the test's
 * own SQL queries it afterwards; for cart and cells, which have none, with the balancer's request
 * counter.
 */
@Isolated("what else runs takes the cores that are measured")
class WorkloadsE2E extends SampledWorkload {
  private static final String REPETITIONS = "    repetitions: 1\n";

  /** A call of it repeats about as often as an average call of the default weights. */
  private static final String OWN_TABLE =
      """
      config,bean,cpu_repetitions,memory_bytes,leak_bytes,exception,level
      mine,TB1,4000,4096,,no,1
      mine,TB2,6000,,,no,2
      mine,TB3,2000,,,no,3
      mine,TB4,4000,1024,,no,2
      """;

  @Test
  void cartsAreMeasuredWithoutADatabaseAndNoStateIsLost() throws Exception {
    RunResult run =
        measuredOnTwoServers(
            "cart",
            Map.of(
                "users: [10, 30, 60, 10]",
                "users: [10, 60, 10]",
                "seconds: 20\n      settleSeconds: 8",
                "seconds: 15\n      settleSeconds: 5",
                REPETITIONS,
                REPETITIONS + "    generators:\n      count: 2\n      cpu: 600m\n"));
    assertThat(run.audit()).isNull();
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsOnly("visit");
    assertThat(run.steps())
        .extracting(step -> step.target().users())
        .as("visitors of each step")
        .containsExactly(10, 60, 10);
    assertThat(run.steps()).allSatisfy(WorkloadsE2E::assertPlausible);
    assertThat(run.steps())
        .allSatisfy(
            step -> {
              StateCounts state = step.state();
              assertThat(state.sessions())
                  .as("those of overloaded servers may be unknown: %s", state)
                  .isPositive()
                  .isEqualTo(state.intact() + state.unknown());
            });
    assertThatTwoGeneratorsSharedIt(run);
    assertThatTheBalancerCountedIt(run);
  }

  @Test
  void callsOfCellsDoTheWorkOfAPersonsOwnTableAndServersRecoverFromASpike() throws Exception {
    cluster
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("my-cells")
                .withNamespace(Cluster.NAMESPACE)
                .addToLabels("scalelab.dev/cells-table", "true")
                .endMetadata()
                .addToData("table.csv", OWN_TABLE)
                .build())
        .serverSideApply();
    RunResult run =
        measuredOnTwoServers(
            "cells",
            Map.of(
                "users: [2, 8, 30, 2]",
                "users: [2, 30, 2]",
                "seconds: 20",
                "seconds: 15",
                "transactionsPerServer: 500",
                "transactionsPerServer: 100",
                "# table: {name: my-cells, key: table.csv}",
                "table: {name: my-cells, key: table.csv}",
                "weights: {\"3\": 1, \"6\": 1, \"7\": 1, \"8\": 1, \"10\": 1}",
                "weights: {mine: 1}"));
    assertThat(run.audit()).isNull();
    assertThat(run.totals().transactions()).extracting(TransactionCount::name).containsOnly("call");
    List<StepResult> steps = run.steps();
    assertThat(steps).extracting(step -> step.target().users()).containsExactly(2, 30, 2);
    assertThat(steps)
        .allSatisfy(
            step -> {
              assertThat(step.counts().failed())
                  .as("calls of what only the own table has")
                  .isZero();
              assertThatTheBalancerAgrees(step);
            });
    // 16 ms on the processor of the workload's page, and a few for HTTP; processors differ.
    assertThat(cpuMillisOfACall(steps.get(1))).as("CPU of a call, in ms").isBetween(8.0, 50.0);
    assertThat(steps.get(2).throughputPerSecond())
        .as("calls/s of two users after the spike against before it")
        .isGreaterThan(0.7 * steps.get(0).throughputPerSecond());
    assertThatTheBalancerCountedIt(run);
  }

  private static double cpuMillisOfACall(StepResult step) {
    double cores =
        step.evidence().tiers().stream()
            .filter(use -> use.tier().equals("application"))
            .mapToDouble(TierUse::cpuCores)
            .sum();
    return 1000 * cores / step.throughputPerSecond();
  }

  @Test
  void sessionsOfTheBookStoreAreAllInItsDatabaseAndEachUserDoesItsNumberOfThem() throws Exception {
    RunResult run =
        measuredOnTwoServers(
            "bookstore",
            Map.of(
                "connectionPoolSize: 10",
                "connectionPoolSize: 10\n      page: true",
                "users: [2, 8, 24]\n    step:\n      seconds: 20",
                "users: [24]\n      transactionsPerUser: 5\n    step:\n      seconds: 60",
                "booksPerSession: 3",
                "booksPerSession: 3\n    thinkTime: {minMillis: 200, maxMillis: 200}"));
    TransactionCount sessions = run.totals().transactions().get(0);
    assertThat(run.audit().done())
        .singleElement()
        .satisfies(
            bought -> {
              assertThat(bought.name()).isEqualTo("session");
              assertThat(bought.rows()).isBetween(sessions.ok(), sessions.maxDone());
            });
    assertThat(run.audit().acknowledged())
        .as("each acknowledged purchase is there once")
        .containsExactly(new AcknowledgedResult("session", sessions.ok(), 0L, 0L));
    assertThatTheDatabaseHolds(run, "session", "SELECT count(*) FROM purchases");
    assertThatTheBalancerCountedIt(run);
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps())
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.target().users()).isEqualTo(24);
              assertThat(step.counts().completed() + step.counts().failed())
                  .as("24 users, 5 sessions each")
                  .isGreaterThanOrEqualTo(24 * 5);
              assertThat(step.counts().usersDone()).isEqualTo(24);
              assertThat(step.window().seconds())
                  .as("five sessions with ten pauses of 0.2 s each, of 55 s that there are")
                  .isBetween(10.0, 54.9);
              assertThat(step.counts().requests()).isGreaterThan(step.counts().completed());
            });
    assertThatAReadersBasketOutlivesThePodThatServedIt();
  }

  @Test
  void ordersOfThePortalAreTakenAtAConstantRateBesideItsVisitsAndTickets() throws Exception {
    RunResult run =
        measuredOnTwoServers(
            "portal",
            Map.of(
                "type: Portal",
                "type: Portal\n    mix: {visit: 4, createTicket: 1}",
                "rates: [5, 15, 30]",
                "rates: [5, 30]",
                "cache: Replicated",
                "cache: Distributed",
                "maxSeconds: 40",
                "maxSeconds: 10"));
    assertThat(run.totals().transactions())
        .extracting(TransactionCount::name)
        .containsExactly("createTicket", "visit", "order");
    assertThat(run.audit().done())
        .extracting(RowCount::name)
        .containsExactly("createTicket", "order");
    assertThatTheDatabaseHolds(run, "order", Psql.ORDERS);
    assertThatTheDatabaseHolds(
        run, "createTicket", "SELECT count(*) FROM tickets WHERE opened_at > '2020-01-01'");
    assertThat(run.audit().acknowledged())
        .as("orders and tickets that were acknowledged, and are not there")
        .hasSize(2)
        .allSatisfy(kind -> assertThat(kind.missing()).isZero());
    assertThat(run.audit().faults()).isEmpty();
    assertThat(run.steps())
        .extracting(step -> step.target().perSecond())
        .containsExactly(5.0, 30.0);
    assertThat(run.steps())
        .allSatisfy(
            step -> {
              assertThat(step.transactions())
                  .extracting(TransactionResult::name)
                  .containsExactlyInAnyOrder("visit", "createTicket");
              assertThat(step.stream().targetPerSecond()).isEqualTo(5);
              assertThat(step.stream().scheduled())
                  .as("orders scheduled in the window")
                  .isBetween(
                      Math.round(5 * step.window().seconds()) - 1,
                      Math.round(5 * step.window().seconds()) + 1);
              assertThat(step.evidence().queue()).as("the servers' queues").isNotNull();
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

  private static void assertPlausible(StepResult step) {
    assertThat(step.evidence().tiers())
        .extracting(TierUse::tier)
        .contains("application", "balancer")
        .doesNotContain("database");
    assertThat(step.transactions()).extracting(TransactionResult::name).containsOnly("visit");
    // Servers may be too slow for a step, but must not lose or mix up the content of a cart.
    assertThat(step.errors())
        .extracting(error -> error.reason())
        .noneMatch(reason -> reason.startsWith("session state") || reason.startsWith("HTTP"));
    if (step.target().users() == 10) {
      assertThat(step.counts().failed())
          .as("10 visitors are no overload, before it or after")
          .isZero();
    }
    if (step.counts().failed() == 0) {
      assertThatTheBalancerAgrees(step);
    }
  }

  private static void assertThatTheBalancerAgrees(StepResult step) {
    double seen = 0;
    for (var pod : step.evidence().balancer().pods()) {
      seen += pod.requestsPerSecond();
    }
    double sent = step.counts().requests() / step.window().seconds();
    assertThat(seen)
        .as("the balancer's requests per second against the client's")
        .isBetween(0.9 * sent, 1.1 * sent);
  }
}
