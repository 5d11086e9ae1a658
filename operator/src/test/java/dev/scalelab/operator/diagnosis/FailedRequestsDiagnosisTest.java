package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.failing;
import static dev.scalelab.operator.diagnosis.GivenRuns.failures;
import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.COMMITS;
import static dev.scalelab.operator.diagnosis.GivenSystem.LOCKS;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
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

  @Test
  void aBusyCpuIsNoReasonForRequestsThatFailUnlessItIsFull() {
    Bottleneck busy = withCpu(0.85);
    Bottleneck full = withCpu(0.92);

    assertThat(busy.resource()).as(busy.message()).isEqualTo("Database/Connections");
    assertThat(full.verdict()).as(full.message()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  private static Bottleneck withCpu(double cores) {
    return diagnosed(
        high -> high.cpu(APPLICATION, cores, 1).step.admitted(ALL).unavailablePercent(30.0));
  }

  /** Idle connections stay in the pools: as long as nobody asks for more, they are enough. */
  @Test
  void connectionsThatAreAllInUseLimitNothingAsLongAsNoRequestFails() {
    assertThat(diagnosed(high -> high.step.admitted(ALL)).message())
        .contains("no resource is at its limit");
  }

  @Test
  void clientsThatGiveUpAreTheLimitIfNothingIsFull() {
    Bottleneck found = diagnosed(high -> high.step.timeoutPercent(30.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Client/Timeout");
    assertThat(found.message()).contains("): 30 % of the transactions ended by it at 60.0 tx/s");
  }

  /** The time of those that complete grows by waits for commits, which make the others fail. */
  @Test
  void clientsThatGiveUpComeBeforeWhatTheyWaitFor() {
    Bottleneck found =
        diagnosed(
            high ->
                high.waits(COMMITS, 12).slots(POOL, 13, 20, 0).servlets(14).step.meanMillis(260.0));
    Bottleneck givenUp =
        diagnosed(
            high ->
                high.waits(COMMITS, 12)
                    .slots(POOL, 13, 20, 0)
                    .servlets(14)
                    .step
                    .meanMillis(260.0)
                    .timeoutPercent(30.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Wal");
    assertThat(givenUp.resource()).as(givenUp.message()).isEqualTo("Client/Timeout");
  }

  /** All connections are in use, and held for longer: something inside makes clients wait. */
  @Test
  void clientsThatGiveUpBehindFullSlotsAreASymptom() {
    Bottleneck found =
        diagnosed(
            high ->
                high.waits(LOCKS, 17)
                    .slots(POOL, 19, 20, 1)
                    .servlets(21)
                    .step
                    .meanMillis(400.0)
                    .timeoutPercent(30.0));

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Locks");
  }

  /** As measured with a timeout of 100 ms and commits that take as long. */
  @Test
  void theTimeoutIsTheLimitAlsoIfNoTransactionCompletes() {
    List<StepFigures> steps = List.of(timedOut(2), timedOut(4));

    Bottleneck found = GivenSystem.diagnosis("base-1", List.of(steps), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Client/Timeout");
    assertThat(found.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(found.message())
        .isEqualTo(
            "base-1 is limited by the timeout of the clients (medium confidence, since requests fail"
                + " instead of waiting, so that no time shows it): 100 % of the transactions ended by it"
                + " at 0.0 tx/s.");
    assertThat(found.recommendation()).isEqualTo("raise load.requestTimeoutMillis");
    assertThat(found.times()).isNull();
  }

  /** Loads that completed everything are compared, and none of them shows what fails later. */
  @Test
  void theTimeoutIsTheLimitAlsoIfItIsOnlyThatOfTheHighestLoad() {
    List<StepFigures> steps = new ArrayList<>(GivenSystem.steps(60, high -> {}));
    steps.add(timedOut(80));

    Bottleneck found = GivenSystem.diagnosis("base-1", List.of(steps), true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Client/Timeout");
  }

  @Test
  void aFullCpuBehindTheTimeoutIsNotDecidedByCountsAlone() {
    StepFigures full = timedOut(4).withCpus(List.of(new Cpu(APPLICATION, 0.97, 1, 0.0, 97.0)));

    Bottleneck found = GivenSystem.diagnosis("base-1", List.of(List.of(timedOut(2), full)), true);

    assertThat(found.verdict()).as(found.message()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  /** No transaction completed: there are no times, and nothing is full. */
  private static StepFigures timedOut(double perSecond) {
    return GivenSystem.steps(
            perSecond,
            high ->
                high.step
                    .perSecond(0)
                    .failedPerSecond(perSecond)
                    .meanMillis(null)
                    .timeoutPercent(100.0))
        .get(1);
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
    return figures(step).timeoutPercent();
  }

  /** The default objective is a 95th percentile of 2000 ms, with at most 1 % of failures. */
  @Test
  void failuresMissNoObjectiveOfResponseTimes() {
    StepResult failing = failing(pool(19, 0), 412, 0, failures(0, 412));

    assertThat(figures(missing(failing, 300)).misses()).isFalse();
    assertThat(figures(missing(failing, 2100)).misses()).isTrue();
  }

  private static StepResult missing(StepResult step, double millis) {
    return step.with(
        all ->
            all.objectivesMet(false)
                .responseTimes(
                    new ResponseTimes(millis, millis, millis, millis, millis, null, null, millis)));
  }

  private static StepFigures figures(StepResult step) {
    Configuration two = Experiments.two(Experiments.small("default"));
    return MeasuredFigures.of(step, SlotLimits.of(two), two.spec().objectives());
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
