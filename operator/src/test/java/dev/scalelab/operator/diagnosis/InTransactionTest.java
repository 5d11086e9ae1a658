package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.database;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenRuns.signals;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of the time in which a connection is held, what the database and the application need. */
class InTransactionTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));

  /** Connections that are hardly used. */
  private static final Map<String, Double> ORDERS = signals(0.1, 100, 0, 0);

  /** 725 of 750 ms, while its statements take as long as with little load. */
  @Test
  void timeBetweenStatementsIsTheApplications() {
    Bottleneck found = diagnosed(0.5, 14.5);

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/InTransaction");
    assertThat(found.database()).isEqualTo("plant");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .contains(
            "by time between the statements of transactions (plant)"
                + " (medium confidence, since it has no bound to compare the throughput with):"
                + " 14.5 connections are held without a statement at 20.0 tx/s; of ");
    assertThat(found.recommendation()).startsWith("call other systems outside of transactions");
  }

  @Test
  void timeOfStatementsIsTheDatabases() {
    Bottleneck found = diagnosed(14.5, 0.5);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Transactions");
    assertThat(found.database()).isEqualTo("plant");
  }

  /** The database is idle in transaction for a third of it, and for more outside of any. */
  @Test
  void timeThatIsNeitherOfStatementsNorIdleInTransactionIsTheApplications() {
    Bottleneck found = diagnosed(0.5, 5);

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/InTransaction");
    assertThat(found.message()).contains(" 14.5 connections are held without a statement ");
  }

  /** Neither has half of what a transaction needs in all. */
  @Test
  void timeOfBothIsOfNeither() {
    Bottleneck found =
        diagnosed(step(5, 1, ORDERS, use(0.2, 0.1, 0.1)), step(20, 14, ORDERS, use(15, 7.5, 7.5)));

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  /** The connection to the orders is held without a statement all the while. */
  @Test
  void timeInAnotherDatabaseIsNotTheApplications() {
    Bottleneck found =
        diagnosed(
            step(5, 1, use(0.3, 0.05, 0.25), use(0.2, 0.15, 0.05)),
            step(20, 4, use(16, 0.2, 15.8), use(15, 14.5, 0.5)));

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.LIMITED);
    assertThat(found.resource()).isEqualTo("Database/Transactions");
    assertThat(found.database()).isEqualTo("plant");
  }

  private static Bottleneck diagnosed(double active, double idle) {
    return diagnosed(
        step(5, 1, ORDERS, use(0.2, 0.1, 0.1)), step(20, 4, ORDERS, use(15, active, idle)));
  }

  private static Bottleneck diagnosed(StepResult low, StepResult high) {
    return new TrialDiagnosis(TWO, runs(low, high)).bottleneck(true);
  }

  /**
   * Requests are in the application while connections to the plant's database are held, and some
   * without.
   */
  private static StepResult step(
      double perSecond, double without, Map<String, Double> orders, Map<String, Double> plant) {
    double servlets = plant.get("jdbcInUse") + without;
    return GivenRuns.step(
        perSecond,
        1000 * servlets / perSecond,
        servlets,
        List.of(database("orders", 0.1, orders), database("plant", 0.2, plant)));
  }

  private static Map<String, Double> use(double held, double active, double idle) {
    Map<String, Double> use = new HashMap<>(signals(held, 1000 * held, 0, 0));
    use.put("databaseActiveSeconds", active);
    use.put("databaseIdleInTransactionSeconds", idle);
    return use;
  }
}
