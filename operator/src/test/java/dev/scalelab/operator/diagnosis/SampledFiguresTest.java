package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static dev.scalelab.operator.diagnosis.GivenRuns.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TimePart;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A short window has three samples of a gauge, which miss most of what is short or rare: where a
 * counter knows better, it decides.
 */
class SampledFiguresTest {
  private static final Configuration TWO = Experiments.two(Experiments.small("default"));

  /** By the samples 83 % of the connections were in use, while eight requests waited for one. */
  @Test
  void aPoolIsFullIfTransactionsWaitForAllOfIt() {
    StepResult missed =
        withSamples(pool(19, 8), Map.of("jdbcInUse", 3.3, "jdbcHeldMillis", 3300.0));
    StepResult unwanted =
        withSamples(pool(19, 1), Map.of("jdbcInUse", 3.3, "jdbcHeldMillis", 3300.0));

    assertThat(diagnosed(runs(pool(5, 0), missed)).resource()).isEqualTo("Application/JdbcPool");
    assertThat(diagnosed(runs(pool(5, 0), unwanted)).message())
        .contains("no resource is at its limit; nearest: JDBC pool at 0.83 of its limit");
  }

  /** By the samples 3.3 of 4 were in use, so that 23 a second would be possible. */
  @Test
  void theBoundFollowsFromTheUseThatIsGiven() {
    StepResult missed =
        withSamples(pool(19, 8), Map.of("jdbcInUse", 3.3, "jdbcHeldMillis", 3800.0));

    StepResult low = withSamples(pool(5, 0), Map.of("jdbcHeldMillis", 1000.0));

    Bottleneck found = diagnosed(runs(low, missed));

    assertThat(found.utilization()).isEqualTo(0.95);
    assertThat(found.boundPerSecond()).isEqualTo(20);
    assertThat(found.message()).contains("3.8 of 4 in use at 19.0 tx/s, bound 20.0;");
  }

  /** Uses shorter than a millisecond are missed by the counter, which then decides nothing. */
  @Test
  void theHigherOfSamplesAndCounterIsTheUse() {
    assertThat(new Slots(GivenSystem.POOL, 3.8, 4, 500.0, null).utilization()).isEqualTo(0.95);
    assertThat(new Slots(GivenSystem.POOL, 3.0, 4, 3700.0, null).utilization()).isEqualTo(0.925);
  }

  /** With little load no sample met a request; the time in servlets is that of all requests. */
  @Test
  void webThreadsAreTheLimitAlsoIfNoSampleMetOneInUse() {
    StepResult low = threads(5, 0);
    Map<String, Double> signals = new HashMap<>(low.evidence().signals());
    signals.put("webThreadsBusy", 0.0);
    StepResult unseen = low.withEvidence(low.evidence().withSignals(signals));

    Bottleneck found = diagnosed(runs(unseen, threads(16.5, 8)));

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/WebThreads");
  }

  /** By the samples eleven connections waited, while seven were active in the mean. */
  @Test
  void waitsInADatabaseTakeNoLongerThanItsConnectionsWereActive() {
    StepResult high =
        withSamples(
            pool(20, 0),
            Map.of("lockWaiters", 7.5, "databaseCommits", 3.5, "databaseActiveSeconds", 6.6));

    assertThat(diagnosed(runs(pool(5, 0), high)).times())
        .contains(new TimePart("locks", 225.0), new TimePart("commits", 105.0));
  }

  private static StepResult withSamples(StepResult step, Map<String, Double> samples) {
    DatabaseEvidence database = step.evidence().databases().get(0);
    Map<String, Double> signals = new HashMap<>(database.signals());
    signals.putAll(samples);
    return step.withEvidence(step.evidence().withDatabases(List.of(database.withSignals(signals))));
  }

  private static Bottleneck diagnosed(List<RunResult> runs) {
    return new TrialDiagnosis(TWO, runs).bottleneck(true);
  }
}
