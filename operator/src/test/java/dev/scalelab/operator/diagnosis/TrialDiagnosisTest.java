package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.partitions;
import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.run;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenRuns.threads;
import static dev.scalelab.operator.diagnosis.GivenRuns.twoDatabases;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From a trial's recorded steps to its diagnosis: two servers with two connections each. */
class TrialDiagnosisTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));

  @Test
  void aFullPoolWhoseConnectionsAreHeldAsLongAsEverIsTheLimit() {
    Bottleneck found = new TrialDiagnosis(TWO, runs(pool(5, 0), pool(19, 8))).bottleneck(true);

    assertThat(found.message())
        .isEqualTo(
            "base-2 is limited by JDBC pool (high confidence): 3.8 of 4 in use at 19.0 tx/s, bound 20.0; of"
                + " 421 ms added between 5.0 and 19.0 tx/s to the response time, it explains 100 %;"
                + " next limit: application CPU at 100 tx/s.");
    assertThat(found.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(found.recommendation())
        .isEqualTo(
            "raise application.connectionPoolSize, up to 5.0 times (from 10 to 50), and"
                + " databases[main].maxConnections where given: the next limit is the application CPU at 100 tx/s");
  }

  @Test
  void theSizeToTryIsThatOfEachServer() {
    List<RunResult> runs = runs(threads(5, 0), threads(16.5, 8));
    ScalabilityExperiment four =
        Experiments.with(Experiments.small("default"), "system: {application: {webThreads: 4}}");

    assertThat(new TrialDiagnosis(Experiments.two(four), runs).bottleneck(true).recommendation())
        .matches("raise application.webThreads, up to ([0-9.]+) times \\(from 4 to [0-9]+\\): .*");
  }

  /** The pool is full, but nothing waits for it yet. */
  @Test
  void whereTheResponseTimeDidNotGrowNoGrowthIsExplained() {
    Bottleneck found = new TrialDiagnosis(TWO, runs(pool(5, 0), pool(19, 0))).bottleneck(true);

    assertThat(found.message())
        .contains(", bound 20.0; of 235 ms, the response time, it explains 0 %; next limit:");
  }

  /** 3.9 of two servers' 4 web threads; an own server has a configuration of its own for them. */
  @Test
  void moreWebThreadsAreAFieldOnlyOfScaleLabsOwnServer() {
    List<RunResult> runs = runs(threads(5, 0), threads(16.5, 8));
    Configuration own = Experiments.two(Experiments.custom("default"));

    Bottleneck bundled = new TrialDiagnosis(TWO, runs).bottleneck(true);

    assertThat(bundled.resource()).as(bundled.message()).isEqualTo("Application/WebThreads");
    assertThat(bundled.recommendation()).startsWith("raise application.webThreads");
    assertThat(new TrialDiagnosis(own, runs).bottleneck(true).recommendation())
        .startsWith("raise the server's web threads");
  }

  /** A search measures a round's loads in several runs, in an order of its own. */
  @Test
  void theStepsOfARoundMayBeInSeveralRunsInAnyOrder() {
    List<RunResult> separate =
        List.of(run(1, 1, pool(19, 8)), run(2, 1, pool(5, 0)), run(3, 1, pool(12, 0)));

    assertThat(new TrialDiagnosis(TWO, separate).bottleneck(true).resource())
        .isEqualTo("Application/JdbcPool");
  }

  /** The pool is full only after a server was lost, whose share the other one has. */
  @Test
  void stepsInAndAfterADisturbanceSayNothingAboutTheSystem() {
    StepResult before = pool(10, 0).withStep(2);
    StepResult during = pool(19, 8).withStep(3);
    List<RunResult> calm = List.of(run(1, 1, pool(5, 0), before, during));
    List<RunResult> disturbed = List.of(disturbed(run(1, 1, pool(5, 0), before, during), 3));

    assertThat(new TrialDiagnosis(TWO, calm).bottleneck(true).resource())
        .isEqualTo("Application/JdbcPool");
    assertThat(new TrialDiagnosis(TWO, disturbed).bottleneck(true).message())
        .as("of the step with 10.0 tx/s")
        .contains("nearest: JDBC pool at 0.50 of its limit");
    assertThat(new TrialDiagnosis(TWO, calm).model().steps()).hasSize(3);
    assertThat(new TrialDiagnosis(TWO, disturbed).model().steps()).hasSize(2);
  }

  private static RunResult disturbed(RunResult run, int step) {
    return run.withPlan(
        run.plan()
            .disturbedBy(
                List.of(
                    new PlannedDisturbance(
                        "kill", DisturbanceAction.DELETE_POD, "application", 1, null, step, 10))));
  }

  /** A search has neither rates nor users of its own. */
  @Test
  void whatFindsTheLimitIsHowTheLoadIsRaised() {
    assertThat(
            unsaturated(
                "{load: {open: null, search: {model: Open, min: 10, max: 50}}}", pool(5, 0)))
        .isEqualTo("base-2 was not saturated: raise load.search.max to find its limit.");
    assertThat(unsaturated("{load: {open: null, closed: {users: [5, 10]}}}", pool(5, 0)))
        .isEqualTo("base-2 was not saturated: raise the users to find its limit.");
  }

  /** Even all CPUs may be in use: without another number of users that shows no limit. */
  @Test
  void oneNumberOfUsersIsNotKnownToBeUnsaturated() {
    assertThat(message("{load: {open: null, closed: {users: [10]}}}", null, pool(19, 8)))
        .isEqualTo("Not determined for base-2: only one undisturbed load completed transactions.");
    assertThat(unsaturated("{load: {open: {rates: [19]}}}", pool(19, 8)))
        .as("a rate that was done")
        .isEqualTo("base-2 was not saturated: raise the rates to find its limit.");
  }

  private static String unsaturated(String load, StepResult... steps) {
    return message(load, false, steps);
  }

  private static String message(String load, Boolean saturated, StepResult... steps) {
    Configuration two = Experiments.two(Experiments.with(Experiments.small("default"), load));
    return new TrialDiagnosis(two, runs(steps)).bottleneck(saturated).message();
  }

  @Test
  void withoutEvidenceNothingIsDetermined() {
    StepResult unknown = pool(19, 8).withoutEvidence("Prometheus was gone");
    Bottleneck found = new TrialDiagnosis(TWO, runs(unknown, unknown)).bottleneck(true);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.message())
        .isEqualTo("Not determined for base-2: no undisturbed load has figures of the servers.");
    assertThat(found.times()).isNull();
  }

  @Test
  void ofSeveralDatabasesTheOneAtItsLimitIsNamed() {
    Bottleneck found =
        new TrialDiagnosis(TWO, runs(twoDatabases(5, 0.1), twoDatabases(19, 0.99)))
            .bottleneck(true);

    assertThat(found.resource()).isEqualTo("Database/Cpu");
    assertThat(found.database()).isEqualTo("plant");
    assertThat(found.recommendation()).startsWith("raise databases[plant].cpu");
  }

  /** Transactions that only read wait for the replicas, while the primary is idle. */
  @Test
  void aReplicaAtItsLimitIsNamedAsTheDatabase() {
    Bottleneck found =
        new TrialDiagnosis(TWO, runs(twoDatabases(5, 0.1), replicated(twoDatabases(19, 0.99))))
            .bottleneck(true);

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Cpu");
    assertThat(found.message()).contains("0.99 of 1.00 cores");
  }

  /** The work of each primary is that of a replica. */
  private static StepResult replicated(StepResult step) {
    List<DatabaseEvidence> databases =
        step.evidence().databases().stream()
            .map(
                one ->
                    one.withCpuCores(0.2)
                        .withReplicas(
                            List.of(
                                new ReplicaEvidence(
                                    "db-2",
                                    one.cpuCores(),
                                    one.cpuLimitCores(),
                                    null,
                                    null,
                                    null))))
            .toList();
    return step.withEvidence(step.evidence().with(found -> found.databases(databases)));
  }

  /** All have the same settings. */
  @Test
  void theFieldOfAPrivateDatabaseIsThatOfAll() {
    Configuration own =
        Experiments.two(
            Experiments.with(
                Experiments.small("default"),
                "system: {databases: [{name: main, perServer: true}]}"));
    List<RunResult> runs =
        runs(twoDatabases("main-0", "main-1", 5, 0.1), twoDatabases("main-0", "main-1", 19, 0.99));

    assertThat(recommended(own, runs)).startsWith("raise databases[main].cpu");
  }

  /** Their own CPU or, without one, that of the application; the CPU of both if one is unknown. */
  @Test
  void ofTwoTiersTheFieldOfTheOneWhoseServersAreFullIsNamed() {
    List<RunResult> beans =
        runs(partitions("web", "beans", 5, 0), partitions("web", "beans", 19, 8));
    List<RunResult> web = runs(partitions("beans", "web", 5, 0), partitions("beans", "web", 19, 8));
    Configuration own = tiers(16, "{cpu: '2'}");

    assertThat(recommended(own, beans)).startsWith("raise tiers.beans.cpu, up to ");
    assertThat(recommended(own, web)).startsWith("raise application.cpu, up to ");
    assertThat(recommended(tiers(16, "{webThreads: 8}"), beans))
        .startsWith("raise application.cpu, ");
  }

  @Test
  void ofTwoTiersTheFieldsOfBothAreNamedIfItIsUnknownWhoseThreadsAreInUse() {
    List<RunResult> full = runs(threads(5, 0), threads(16.5, 8));

    assertThat(recommended(tiers(2, "{webThreads: 2}"), full))
        .startsWith("raise application.webThreads and tiers.beans.webThreads");
    assertThat(recommended(tiers(2, "{cpu: '2'}"), full))
        .startsWith("raise application.webThreads, ");
  }

  private static String recommended(Configuration configuration, List<RunResult> runs) {
    return new TrialDiagnosis(configuration, runs).bottleneck(true).recommendation();
  }

  /** A server each. */
  private static Configuration tiers(int webThreads, String beans) {
    String system =
        """
        sweep: {replicas: [2]}
        system:
          application: {webThreads: %d}
          tiers: {layout: Split, beans: %s}
        """;
    return Planner.plan(
            "small",
            Experiments.with(Experiments.bookstore("default"), system.formatted(webThreads, beans))
                .getSpec())
        .configurations()
        .get(0);
  }

  /** Beside an idle one: requests of one cannot go to the other, so it is no imbalance. */
  @Test
  void ofTwoPartitionsTheOneWhoseServersAreFullIsNamed() {
    Bottleneck found =
        new TrialDiagnosis(TWO, runs(partitions(5, 0), partitions(19, 8))).bottleneck(true);

    assertThat(found.message())
        .startsWith(
            "base-2 is limited by application CPU of partition plant (high confidence): 0.95 of 1.00 cores"
                + " at 19.0 tx/s, bound 20.0;");
    assertThat(found.resource()).isEqualTo("Application/Cpu");
    assertThat(found.partition()).isEqualTo("plant");
    assertThat(found.utilization()).isEqualTo(0.95);
  }
}
