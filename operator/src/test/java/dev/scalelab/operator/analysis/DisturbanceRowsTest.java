package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows of a configuration with two servers, of which one was killed in the second step. */
class DisturbanceRowsTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));
  private static final PlannedDisturbance KILL =
      new PlannedDisturbance(
          "kill", DisturbanceAction.KILL_CONTAINER, "Application", 1, null, 2, 30);
  private static final DisturbanceEffect EFFECT =
      new DisturbanceEffect(3L, 2, 11, 0, 25.5).withCluster(20.0, 1.25);

  @Test
  void theSentenceSaysWhatUsersLostAndHowLongItTook() {
    DisturbanceRow row =
        row(run(EFFECT, new StateCounts(412L, 412L, 130L, 0L, 0L, 0L, 0L, 0L), refused(3)));

    assertThat(row.text())
        .isEqualTo(
            "killing 1 of 2 servers in step 2 lost 0 of 412 sessions, 3 requests of the step failed,"
                + " 3 transactions failed within 2 s, throughput was back after 11 s, response time did not change, all servers were"
                + " ready again after 25.5 s");
    assertThat(row.membersBackSeconds()).isEqualTo(new Spread(20.0, 20.0, 20.0));
    assertThat(row.stateTransferSeconds()).isEqualTo(new Spread(1.25, 1.25, 1.25));
  }

  @Test
  void sessionsThatWereChangedBackAreSaidToo() {
    DisturbanceRow row =
        row(run(EFFECT, new StateCounts(412L, 398L, 130L, 9L, 4L, 1L, 0L, 0L), null));

    assertThat(row.text())
        .startsWith(
            "killing 1 of 2 servers in step 2 lost 9 of 412 sessions, rolled back 4, showed an older"
                + " state of 1, 3 transactions failed within 2 s, ");
  }

  @Test
  void withoutSessionsItIsWhatFailed() {
    assertThat(row(run(EFFECT, null, null)).text())
        .startsWith("killing 1 of 2 servers in step 2: 3 transactions failed within 2 s, ");
  }

  @Test
  void countsOfRunsAreAddedAndTimesAreMeans() {
    DisturbanceRow row =
        row(
            run(EFFECT, new StateCounts(400L, 399L, 100L, 1L, 0L, 0L, 0L, 0L), refused(1)),
            run(
                new DisturbanceEffect(5L, 4, 13, 0, 30.5),
                new StateCounts(410L, 408L, 110L, 2L, 0L, 0L, 0L, 0L),
                refused(2)));

    assertThat(row.runs()).isEqualTo(2);
    assertThat(row.state().lost()).isEqualTo(3);
    assertThat(row.failedRequests()).isEqualTo(refused(3));
    assertThat(row.throughputBackSeconds()).isEqualTo(new Spread(12.0, 11.0, 13.0));
    assertThat(row.membersBackSeconds()).as("not known of each run").isNull();
    assertThat(row.text())
        .isEqualTo(
            "killing 1 of 2 servers in step 2 lost 3 of 810 sessions, 3 requests of the step failed,"
                + " 8 transactions failed within 3 s, throughput was back after 12 s, response time did not change, all servers were"
                + " ready again after 28 s; counts of 2 runs together, times are means");
  }

  @Test
  void transactionsAreAddedAsRequestsAre() {
    DisturbanceEffect other = new DisturbanceEffect(5L, 4, 13, 0, 30.5);

    assertThat(row(run(EFFECT, null, null), run(other, null, null), run(other, null, null)).text())
        .startsWith("killing 1 of 2 servers in step 2: 13 transactions failed within 3.3 s, ")
        .endsWith("; counts of 3 runs together, times are means");
  }

  @Test
  void whatAFailedDatabaseHasLostIsAddedByKind() {
    PlannedDisturbance failure =
        new PlannedDisturbance(
            "kill", DisturbanceAction.KILL_CONTAINER, "Database", 1, null, 2, 30);
    RunResult first = missing(2, 300).withPlan(plan(failure));
    RunResult second = missing(1, 296).withPlan(plan(failure));

    DisturbanceRow row = row(first, second);

    assertThat(row.acknowledged())
        .containsExactly(
            new AcknowledgedResult("changeOrder", 600L, 4L, null),
            new AcknowledgedResult("newOrder", 812L, 3L, 1L));
    assertThat(row.text())
        .startsWith(
            "killing 1 pod of the tier Database in step 2: 6 transactions failed within 2 s, at least"
                + " 4 of 600 acknowledged changeOrder transactions are missing, 3 of 812 acknowledged"
                + " newOrder transactions are missing and 1 is there twice, throughput was back after 11 s, ");
    assertThat(row(missing(2, 300)).acknowledged()).as("servers were killed").isNull();
  }

  /**
   * A run with these numbers of missing orders, one fewer of orders that are there twice, and of
   * changes that are there, of 300.
   */
  private static RunResult missing(long missing, long changes) {
    return run(EFFECT, null, null)
        .withTotals(
            new RunTotals(
                List.of(
                    new TransactionCount("newOrder", 406L, 0L, 0L),
                    new TransactionCount("changeOrder", 300L, 0L, 0L),
                    new TransactionCount("orderStatus", 300L, 0L, 0L)),
                1006L,
                0L,
                null))
        .withAudit(
            new AuditResult(
                List.of(
                    new RowCount("newOrder", 406 - missing), new RowCount("changeOrder", changes)),
                null,
                null,
                List.of(new AcknowledgedResult("newOrder", 406L, missing, missing - 1))));
  }

  @Test
  void aTimeIsMissingIfOneRunIsWithoutIt() {
    DisturbanceRow row =
        row(run(EFFECT, null, null), run(new DisturbanceEffect(5L, 4, null, 0, 30.5), null, null));

    assertThat(row.throughputBackSeconds()).isNull();
    assertThat(row.text()).contains("throughput was not back by the end of the step");
  }

  /** Of each the counts of the step are those of both; its seconds are its own. */
  @Test
  void whatTwoInOneStepHaveInCommonIsSaidOfBoth() {
    PlannedDisturbance freeze =
        new PlannedDisturbance(
            "freeze", DisturbanceAction.PAUSE_POD, "Application", 1, null, 2, 45);
    PlannedDisturbance later =
        new PlannedDisturbance("later", DisturbanceAction.PAUSE_POD, "Application", 1, null, 1, 45);
    DisturbanceEffect first = new DisturbanceEffect(2L, 1, null, 0, 25.5);
    RunResult run =
        run(first, new StateCounts(412L, 410L, 130L, 2L, 0L, 0L, 0L, 0L), refused(7))
            .withPlan(plan(later, KILL, freeze));

    assertThat(DisturbanceRows.of(TWO, List.of(run)).get(1).text())
        .isEqualTo(
            "killing 1 of 2 servers in step 2 lost 2 of 412 sessions (together with freeze), 7 requests of the step"
                + " failed (together with freeze), 2 transactions failed within 1 s, throughput was not back before"
                + " freeze, response time did not change, all servers were ready again after 25.5 s");
  }

  private static DisturbanceRow row(RunResult... valid) {
    return DisturbanceRows.of(TWO, List.of(valid)).get(0);
  }

  private static RequestFailures refused(long requests) {
    return new RequestFailures(requests, null, null, null, null, null, null, null, null);
  }

  private static RunResult run(
      DisturbanceEffect effect, StateCounts state, RequestFailures requests) {
    StepResult disturbed =
        Steps.step(2, 40, 400, 3).with(step -> step.state(state).failedRequests(requests));
    DisturbanceResult made =
        DisturbanceResult.prepared("kill", List.of(), "2026-11-27T10:00:30Z")
            .withMadeAt("2026-11-27T10:00:30.020Z")
            .withLateMillis(20L)
            .withEffect(effect);
    return Steps.run(Steps.step(1, 40, 400, 0), disturbed).withPlan(plan(KILL)).disturbedBy(made);
  }

  private static RunPlan plan(PlannedDisturbance... planned) {
    return new RunPlan(
        1,
        1,
        List.of(StepTarget.ofRate(40), StepTarget.ofRate(40)),
        60,
        15,
        5,
        1L,
        List.of(planned));
  }
}
