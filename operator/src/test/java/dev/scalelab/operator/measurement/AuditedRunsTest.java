package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.audited;
import static dev.scalelab.operator.measurement.ValidRuns.counted;
import static dev.scalelab.operator.measurement.ValidRuns.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The content of the database after a run, compared with the client's counts. */
class AuditedRunsTest {
  private static final TransactionCount WORK_ORDERS =
      new TransactionCount("workOrder", 30L, 5L, 2L);

  private static final TransactionCount[] CANCELLED = {
    new TransactionCount("newOrder", 20L, 0L, 0L), new TransactionCount("cancelOrder", 8L, 1L, 0L)
  };

  static Stream<Arguments> audits() {
    return Stream.of(
        arguments("no audit", audited(null), "the database was not audited after the run"),
        arguments("an order lost", audited(found(99, 50)), lost("99", "newOrder", 100, 3)),
        arguments("every order that failed, but was sent, arrived", audited(found(103, 50)), null),
        arguments(
            "one of those shed arrived", audited(found(104, 50)), lost("104", "newOrder", 100, 3)),
        arguments("a change lost", audited(found(100, 49)), lost("49", "changeOrder", 50, 0)),
        arguments(
            "an audit of nothing",
            audited(new AuditResult(null, null, null, null)),
            "the audit of the database reported no transaction"),
        arguments(
            "a broken row",
            audited(
                new AuditResult(
                    found(100, 50).done(), List.of(new RowCount("wrongTotals", 1L)), null, null)),
            "a rule of the data is broken by 1 row of the database: wrongTotals"),
        arguments(
            "an acknowledged order lost that the counts do not show",
            audited(
                new AuditResult(
                    found(100, 50).done(),
                    null,
                    null,
                    List.of(new AcknowledgedResult("newOrder", 100L, 2L, 0L)))),
            "2 of 100 acknowledged newOrder transactions are not in the database"),
        arguments(
            "orders of Portal not executed",
            notExecuted(),
            "a rule of the data is broken by 2 rows of the database: ordersNotExecuted"),
        arguments("no work order, and none was requested", made(0), null),
        arguments("work orders", made(30, WORK_ORDERS), null),
        arguments("every work order that failed, but was sent", made(33, WORK_ORDERS), null),
        arguments("a work order lost", made(29, WORK_ORDERS), lost("29", "workOrder", 30, 3)),
        arguments("a work order that was not requested", made(1), lost("1", "workOrder", 0, 0)),
        arguments(
            "work orders that were not counted",
            counted(found(0, 0), WORK_ORDERS),
            "the audit of the database did not report workOrder"),
        arguments("cancellations", cancelled(20, 8), null),
        arguments("a cancellation that failed left an order", cancelled(21, 8), null),
        arguments("an order that nobody placed", cancelled(22, 8), lost("22", "newOrder", 20, 1)),
        arguments("a cancellation lost", cancelled(20, 7), lost("7", "cancelOrder", 8, 1)),
        arguments(
            "cancellations that were not counted",
            counted(audit(new RowCount("newOrder", 20L)), CANCELLED),
            "the audit of the database did not report cancelOrder"));
  }

  static Stream<Arguments> afterAFailover() {
    return Stream.of(
        arguments("acknowledged orders lost", missing(98, 50, 2), null),
        arguments("and one that failed arrived", missing(99, 50, 2), null),
        arguments("a change lost: it has no number", missing(100, 49, 0), null),
        arguments(
            "more orders lost than are missing",
            missing(97, 50, 2),
            lost("97", "newOrder", 100, 3) + ", of which 2 are missing"),
        arguments(
            "an order that nobody sent",
            missing(102, 50, 2),
            lost("102", "newOrder", 100, 3) + ", of which 2 are missing"),
        arguments(
            "a change that nobody sent", missing(100, 51, 0), lost("51", "changeOrder", 50, 0)),
        arguments(
            "a broken row",
            audited(
                new AuditResult(
                    found(100, 50).done(), List.of(new RowCount("wrongTotals", 1L)), null, null)),
            "a rule of the data is broken by 1 row of the database: wrongTotals"),
        arguments("the last updates of Portal's orders lost", notExecuted(), null),
        arguments("cancellations lost left orders", cancelled(22, 7), null),
        arguments(
            "all cancellations lost",
            counted(audit(new RowCount("newOrder", 20L)), CANCELLED),
            null),
        arguments("no audit", audited(null), "the database was not audited after the run"));
  }

  /**
   * A run with these numbers of orders and changes, and of acknowledged orders that are missing.
   */
  private static RunResult missing(long orders, long changes, long missing) {
    AuditResult counted = found(orders, changes);
    return audited(
        new AuditResult(
            counted.done(),
            null,
            null,
            List.of(new AcknowledgedResult("newOrder", 100L, missing, 0L))));
  }

  private static RunResult notExecuted() {
    return audited(
        new AuditResult(
            found(100, 50).done(), List.of(new RowCount("ordersNotExecuted", 2L)), null, null));
  }

  /** A run after which the database has these numbers of new and of cancelled orders. */
  private static RunResult cancelled(long orders, long cancelled) {
    return counted(
        audit(new RowCount("newOrder", orders), new RowCount("cancelOrder", cancelled)), CANCELLED);
  }

  private static AuditResult audit(RowCount... done) {
    return new AuditResult(List.of(done), null, null, null);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("audits")
  void decides(String name, RunResult run, String message) {
    Invalid expected = message == null ? null : new Invalid(Reason.AUDIT_FAILED, message);
    assertThat(Validity.check(run, EXPECTED).orElse(null)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("afterAFailover")
  void whatAFailedDatabaseHasLostIsAResult(String name, RunResult run, String message) {
    Invalid expected = message == null ? null : new Invalid(Reason.AUDIT_FAILED, message);
    Validity.Expected failing = disturbed("Database").withMayLose(true);

    assertThat(Validity.check(made(run), failing).orElse(null)).isEqualTo(expected);
  }

  @Test
  void whatADatabaseLosesThatKeepsWhatItHasAcknowledgedOrDidNotFailIsAFault() {
    RunResult missing = made(missing(98, 50, 2));

    assertThat(Validity.check(missing, disturbed("Database")))
        .as("one instance")
        .hasValueSatisfying(found -> assertThat(found.message()).startsWith("2 of 100"));
    assertThat(Validity.check(missing, disturbed("Balancer").withMayLose(true)))
        .as("not disturbed")
        .hasValueSatisfying(found -> assertThat(found.message()).startsWith("2 of 100"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: main}                                                | false",
        "{name: main, instances: 2}                                  | true",
        "{name: main, parameters: {synchronous_commit: \"off\"}}   | true",
        "{name: main, parameters: {synchronous_commit: \"OFF\"}}   | true",
        "{name: main, parameters: {synchronous_commit: \"local\"}} | false"
      })
  void whichDatabaseMayLoseWhatItHasAcknowledged(String database, boolean mayLose) {
    Configuration two =
        Experiments.two(
            Experiments.with(
                Experiments.small("lab"), "{system: {databases: [%s]}}".formatted(database)));

    assertThat(Validity.Expected.of(two, Experiments.firstRun(two)).mayLose()).isEqualTo(mayLose);
  }

  private static Validity.Expected disturbed(String tier) {
    PlannedDisturbance failure =
        new PlannedDisturbance("failure", DisturbanceAction.KILL_CONTAINER, tier, 1, null, 2, 10);
    return EXPECTED.withPlan(EXPECTED.plan().disturbedBy(List.of(failure)));
  }

  private static RunResult made(RunResult run) {
    return run.disturbedBy(
        DisturbanceResult.prepared("failure", List.of(), "2026-11-28T10:00:30Z")
            .withMadeAt("2026-11-28T10:00:30.020Z"));
  }

  /** A run after which the database has this number of completed work orders. */
  private static RunResult made(long workOrders, TransactionCount... counts) {
    RowCount done = new RowCount("workOrder", workOrders);
    return counted(new AuditResult(List.of(done), null, null, null), counts);
  }

  private static String lost(String rows, String name, long ok, long failed) {
    return ("the database holds the results of %s %s transactions, but the client counted %d"
            + " completed and %d sent and failed")
        .formatted(rows, name, ok, failed);
  }
}
