package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.WebThreads;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From a trial's recorded steps to its diagnosis: two servers with two connections each. */
class TrialDiagnosisTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));

  @Test
  void aFullPoolWhoseConnectionsAreHeldAsLongAsEverIsTheLimit() {
    Bottleneck found = TrialDiagnosis.of(TWO, runs(pool(5, 0), pool(19, 8)), true);

    assertThat(found.message())
        .isEqualTo(
            "JDBC pool limits base-2 (high confidence): 3.8 of 4 in use at 19.0 tx/s, bound 20.0; of"
                + " 421 ms added between 5.0 and 19.0 tx/s, it explains 100 %; next limit:"
                + " application CPU at 100 tx/s.");
    assertThat(found.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(found.recommendation())
        .isEqualTo(
            "raise application.connectionPoolSize: the next limit is the application CPU at 100 tx/s");
  }

  /** A search measures a round's loads in several runs, in an order of its own. */
  @Test
  void theStepsOfARoundMayBeInSeveralRunsInAnyOrder() {
    List<RunResult> separate =
        List.of(run(1, 1, pool(19, 8)), run(2, 1, pool(5, 0)), run(3, 1, pool(12, 0)));

    assertThat(TrialDiagnosis.of(TWO, separate, true).resource()).isEqualTo("Application/JdbcPool");
  }

  @Test
  void withoutEvidenceNothingIsDetermined() {
    StepResult unknown = pool(19, 8).withoutEvidence("Prometheus was gone");
    Bottleneck found = TrialDiagnosis.of(TWO, runs(unknown, unknown), true);

    assertThat(found.verdict()).isEqualTo(BottleneckVerdict.NOT_DETERMINED);
    assertThat(found.times()).isNull();
  }

  @Test
  void ofSeveralDatabasesTheOneAtItsLimitIsNamed() {
    Bottleneck found =
        TrialDiagnosis.of(TWO, runs(twoDatabases(5, 0.1), twoDatabases(19, 0.99)), true);

    assertThat(found.resource()).isEqualTo("Database/Cpu");
    assertThat(found.database()).isEqualTo("plant");
    assertThat(found.recommendation()).startsWith("raise databases[plant].cpu");
  }

  private static List<RunResult> runs(StepResult... steps) {
    return IntStream.rangeClosed(1, 3).mapToObj(round -> run(round, round, steps)).toList();
  }

  private static RunResult run(int number, int round, StepResult... steps) {
    return RunResult.begun(new RunPlan(number, round, List.of(), 30, 5, 2, 1L))
        .collected(null, null, List.of(steps), null, null, null);
  }

  /** Connections are held for 200 ms; {@code waiting} requests wait for one. */
  private static StepResult pool(double perSecond, double waiting) {
    Map<String, Double> pool =
        Map.of(
            "jdbcInUse",
            0.2 * perSecond,
            "jdbcHeldMillis",
            190 * perSecond,
            "jdbcWaitedMillis",
            1000 * waiting,
            "lockWaiters",
            0.0);
    return step(
        perSecond,
        235 + 1000 * waiting / perSecond,
        0.235 * perSecond + waiting,
        List.of(database("main", 0.1, pool)));
  }

  private static StepResult twoDatabases(double perSecond, double cores) {
    double held = cores > 0.9 ? 15 : 0.2;
    Map<String, Double> idle =
        Map.of("jdbcInUse", 0.1, "jdbcHeldMillis", 100.0, "jdbcWaitedMillis", 0.0);
    Map<String, Double> used =
        Map.of("jdbcInUse", held, "jdbcHeldMillis", 1000 * held, "jdbcWaitedMillis", 0.0);
    return step(
        perSecond,
        1000 * (held + 1) / perSecond,
        held + 1,
        List.of(database("orders", 0.1, idle), database("plant", cores, used)));
  }

  private static DatabaseEvidence database(String name, double cores, Map<String, Double> signals) {
    int size = name.equals("main") ? 2 : 20;
    return new DatabaseEvidence(
        name,
        cores,
        1.0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        new ConnectionPool(null, (double) size, null),
        signals);
  }

  private static StepResult step(
      double perSecond, double meanMillis, double servlets, List<DatabaseEvidence> databases) {
    Evidence evidence =
        new Evidence(
            List.of(
                new TierUse("application", 0.02 * perSecond, 2.0, 0.0, 0.0, 20.0),
                new TierUse("balancer", 0.001 * perSecond, 0.5, 0.0, 0.0, null),
                new TierUse("database", 0.1, 1.0, 0.0, 0.0, null)),
            40.0,
            new ServersEvidence(
                null, 2.0, 0.1, 50.0, null, new WebThreads(16.0, 16.0), 2, null, null),
            null,
            databases,
            0,
            null,
            null,
            Map.of(
                "webThreadsBusy",
                servlets,
                "webQueue",
                0.0,
                "servletSeconds",
                servlets,
                "balancerSessions",
                servlets,
                "balancerServerQueue",
                0.0,
                "balancerQueue",
                0.0));
    long completed = Math.round(60 * perSecond);
    return StepResult.of(
            1,
            StepTarget.ofRate(perSecond),
            new StepWindow(null, null, 60.0),
            new StepCounts(null, null, null, completed, 0L, completed, null))
        .responseTimes(new ResponseTimes(null, null, null, null, null, null, null, meanMillis))
        .evidence(evidence)
        .build();
  }
}
