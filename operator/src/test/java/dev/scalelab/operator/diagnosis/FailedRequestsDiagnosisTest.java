package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.failing;
import static dev.scalelab.operator.diagnosis.GivenRuns.failures;
import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Limits that make requests fail instead of wait. */
class FailedRequestsDiagnosisTest {
  private static final Map<Place, Double> ALL =
      Map.of(Place.of(Resource.DATABASE_CONNECTIONS), 1.0);

  @Test
  void connectionsThatADatabaseRefusesAreItsLimit() {
    Bottleneck found = diagnosed(high -> high.step.admitted(ALL).unavailablePercent(30.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Connections");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .startsWith(
            "base-4 is limited by the number of connections that the database admits (medium confidence,"
                + " since requests fail instead of waiting, so that no time shows it): 100 % used at"
                + " 60.0 tx/s");
    assertThat(found.recommendation()).startsWith("raise databases[main].maxConnections");
  }

  /** Idle connections stay in the pools: as long as nobody asks for more, they are enough. */
  @Test
  void connectionsThatAreAllInUseLimitNothingAsLongAsNoRequestFails() {
    assertThat(diagnosed(high -> high.step.admitted(ALL)).candidates()).isNull();
  }

  @Test
  void clientsThatGiveUpAreTheLimitIfNothingIsFull() {
    Bottleneck found = diagnosed(high -> high.step.timeoutPercent(30.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Client/Timeout");
    assertThat(found.message()).contains("): 30 % of the transactions ended by it at 60.0 tx/s");
  }

  @Test
  void theBalancersConnectionsAreALimitToo() {
    Bottleneck found = diagnosed(high -> high.step.connectionsPercent(99.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Balancer/Connections");
  }

  /** Of 18 connections the Jobs and PostgreSQL keep 10; the ninth is the exporter's. */
  @Test
  void theStepsHaveThemFromTheDatabaseAndTheLoadGenerator() {
    Configuration unchecked =
        Experiments.two(
            Experiments.with(
                Experiments.small("default"),
                "system: {databases: [{name: main, maxConnections: 18, connections: Unchecked}]}"));
    StepResult refused = failing(withConnections(pool(19, 0), 9), 280, 0, failures(20, 1));

    Bottleneck found =
        new TrialDiagnosis(unchecked, runs(withConnections(pool(5, 0), 4), refused))
            .bottleneck(true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Connections");
    assertThat(found.utilization()).isEqualTo(1);
  }

  /** 1140 transactions completed, and one of a hundred that were sent timed out. */
  @Test
  void transactionsThatWereNotSentAreNoTimeouts() {
    StepResult shed = failing(pool(19, 0), 412, 400, failures(0, 12));
    StepResult timedOut = failing(pool(19, 0), 412, 0, failures(0, 12));

    assertThat(timeoutPercent(shed)).isCloseTo(1.04, within(0.01));
    assertThat(timeoutPercent(timedOut)).isCloseTo(26.5, within(0.1));
    assertThat(timeoutPercent(failing(pool(19, 0), 400, 400, null))).isZero();
    assertThat(timeoutPercent(failing(pool(19, 0), 400, 400, failures(0, 1)))).isZero();
  }

  private static double timeoutPercent(StepResult step) {
    return MeasuredFigures.of(step, SlotLimits.of(Experiments.two(Experiments.small("default"))))
        .timeoutPercent();
  }

  /** Each is held for 16 ms, as with little load, by the transactions that fail as well. */
  @Test
  void transactionsThatFailHoldConnectionsToo() {
    List<StepFigures> steps =
        GivenSystem.steps(
            30,
            high ->
                high.slots(POOL, 0.97, 0.98, 20)
                    .servlets(22.2)
                    .step
                    .failedPerSecond(30)
                    .meanMillis(400.0));

    Bottleneck found = GivenSystem.diagnosis("base-4", List.of(steps), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/JdbcPool");
    assertThat(found.confidence()).as(found.message()).isEqualTo(Confidence.HIGH);
    assertThat(found.boundPerSecond()).as("of those that complete").isBetween(30.0, 31.0);
  }

  private static StepResult withConnections(StepResult step, double connections) {
    DatabaseEvidence one = step.evidence().databases().get(0);
    return step.withEvidence(
        step.evidence().withDatabases(List.of(one.withConnections(connections))));
  }

  private static Bottleneck diagnosed(Consumer<GivenSystem> change) {
    return GivenSystem.diagnosis("base-4", List.of(GivenSystem.steps(60, change)), true);
  }
}
