package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static dev.scalelab.operator.diagnosis.GivenSystem.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.MeasuredRounds;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is recommended can be applied: what must be raised together is named. */
class RecommendationTest {

  @Test
  void aLargerPoolNeedsADatabaseThatAdmitsItsConnections() {
    Fields given = GivenSystem.fields("application: {connectionPoolSize: 20}");
    Fields small =
        new Fields(
            true,
            given.system(),
            given.servers(),
            size -> size > 30 ? List.of("databases[main]") : List.of(),
            given.load());
    Consumer<GivenSystem> full =
        high -> high.slots(POOL, 0.97, 0.98, 20).servlets(22.2).step.meanMillis(400.0);

    assertThat(recommended(given, full))
        .startsWith(
            "raise application.connectionPoolSize, up to 1.9 times (from 20 to 38): the next");
    assertThat(recommended(small, full))
        .startsWith(
            "raise application.connectionPoolSize, up to 1.9 times (from 20 to 38), and"
                + " databases[main].maxConnections where given: the next limit is the application CPU");
  }

  /** Of two servers, each with its pool and one more, beside the ten of all others. */
  @Test
  void aDatabaseMustAdmitThePoolsOfTheLargestNumberOfServers() {
    Configuration one = MeasuredRounds.plan("{sweep: {replicas: [1, 2]}}").configurations().get(0);

    assertThat(one.replicas()).isEqualTo(1);
    assertThat(one.databasesTooSmallFor(44)).isEmpty();
    assertThat(one.databasesTooSmallFor(45)).containsExactly("databases[main]");
  }

  @Test
  void aLargerHeapNeedsMemory() {
    Consumer<GivenSystem> full = high -> HeapDiagnosisTest.heap(high, 0.93);

    assertThat(recommended(GivenSystem.fields("application: {heap: 400Mi, memory: 600Mi}"), full))
        .startsWith("raise application.heap, and application.memory: the next limit is");
    assertThat(recommended(GivenSystem.fields("application: {heap: 400Mi, memory: 700Mi}"), full))
        .startsWith("raise application.heap: the next limit is");
  }

  @Test
  void moreThreadsNeedAsManyRequests() {
    Consumer<GivenSystem> full = high -> high.slots(THREADS, 2.15, 2.16, 20).step.meanMillis(400.0);

    assertThat(
            recommended(
                GivenSystem.fields(
                    "application: {webThreads: 8}, balancer: {maxRequestsPerServer: 10}"),
                full))
        .startsWith(
            "raise application.webThreads, up to 2.0 times (from 8 to 16), and balancer.maxRequestsPerServer:");
    assertThat(
            recommended(
                GivenSystem.fields(
                    "application: {webThreads: 8}, balancer: {maxRequestsPerServer: 16}"),
                full))
        .startsWith("raise application.webThreads, up to 2.0 times (from 8 to 16):");
  }

  private static String recommended(Fields fields, Consumer<GivenSystem> change) {
    List<StepFigures> steps = GivenSystem.steps(60, change);
    return Diagnosis.of("base-4", fields, List.of(steps, steps, steps), true).recommendation();
  }
}
