package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.support.Experiments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slots of each layer, holding times and waits of two planted servers, in a real Prometheus. */
class SignalFiguresTest extends PlantedEvidence {
  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "bare-base", 2).withoutDatabase().whole();
    new PlantedTestbed(samples, "mute-base", 2).silentLastServer().whole();
  }

  @ParameterizedTest
  @CsvSource({
    "webThreadsBusy, 14",
    "webQueue, 10",
    "beanBusyMillis, 1800",
    "beanWaitedMillis, 4100",
    "beanThreadsBusySeconds, 1.8",
    "beanThreadsWaitedSeconds, 4",
    "servletSeconds, 13",
    "oldGenerationGrowth, 480000",
    "balancerSessions, 18",
    "balancerServerQueue, 6",
    "balancerQueue, 2",
    "balancerConnections, 31",
    "balancerMaxConnections, 4000",
    "serverCpuPressure, 0.4",
    "serverSentBytes, 16000000",
    "serverReceivedBytes, 4000000",
    "serverSentPackets, 12000",
    "serverDroppedPackets, 6"
  })
  void seriesOfAllPodsAreAddedUp(String key, double expected) {
    assertThat(complete("small", 2).signals().get(key)).isCloseTo(expected, withinPercentage(1));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbcHeldMillis, 9000",
    "jdbcWaitedMillis, 400",
    "lockWaiters, 4",
    "databaseIo, 1",
    "databaseCommits, 2",
    "databaseActiveSeconds, 7",
    "databaseIdleInTransactionSeconds, 0.5",
    "databaseIoPressure, 0.3"
  })
  void aDatabaseHasThoseOfItsOwnPoolsAndPods(String key, double expected) {
    DatabaseEvidence database = complete("small", 2).databases().get(0);

    assertThat(database.signals().get(key)).isCloseTo(expected, withinPercentage(1));
  }

  /** One that is too busy to answer scrapes is not one without threads in use. */
  @Test
  void figuresThatNotEveryServerReportsAreLeftOut() {
    Evidence evidence = complete("mute", 2);

    assertThat(evidence.signals())
        .containsKeys("serverCpuPressure", "balancerSessions")
        .doesNotContainKeys(
            "webThreadsBusy",
            "webQueue",
            "servletSeconds",
            "beanBusyMillis",
            "beanWaitedMillis",
            "beanThreadsBusySeconds",
            "beanThreadsWaitedSeconds",
            "oldGenerationGrowth");
    assertThat(evidence.databases().get(0).signals())
        .containsKeys("lockWaiters", "databaseActiveSeconds")
        .doesNotContainKeys("jdbcInUse", "jdbcHeldMillis", "jdbcWaitedMillis");
  }

  /** By then a disturbance may have taken it for good. */
  @Test
  void aServerThatWasTakenNeedNotReport() {
    Subject whole = subject("mute", 2);
    Subject taken =
        new Subject(
            whole.namespace(),
            whole.experiment(),
            whole.trial(),
            whole.databases(),
            whole.dataSources(),
            whole.pods(),
            whole.servers(),
            1,
            whole.contract(),
            whole.restarts());

    assertThat(complete(taken, LATER).signals()).containsEntry("webThreadsBusy", 7.0);
  }

  /** 12 in use for 9 of the 20 s and 2 otherwise, three in the pool of another database. */
  @Test
  void aGaugeCountsWithItsMean() {
    Map<String, Double> own =
        complete(subject("small", 2, 1, dataSource("customer")), LATER)
            .databases()
            .get(0)
            .signals();
    Map<String, Double> all = complete("small", 2).databases().get(0).signals();

    assertThat(own.get("jdbcInUse")).isBetween(2 * 5.0, 2 * 8.0);
    assertThat(all.get("jdbcInUse")).isEqualTo(own.get("jdbcInUse") + 2 * 3);
  }

  @Test
  void everySignalIsInTheEvidence() {
    Evidence evidence = complete("small", 2);
    List<String> known = new ArrayList<>(evidence.signals().keySet());
    known.addAll(evidence.databases().get(0).signals().keySet());

    assertThat(known)
        .containsExactlyInAnyOrderElementsOf(Stream.of(Signal.values()).map(Signal::key).toList());
  }

  @Test
  void withoutADatabaseThereAreNoneOfIt() {
    Evidence evidence =
        complete(
            subject("bare", 2, new Contract(false, true, true, false), Experiments.cart("default")),
            LATER);

    assertThat(evidence.signals()).containsKey("webThreadsBusy").doesNotContainKey("jdbcInUse");
  }

  @Test
  void theBusiestPodOfATierAndItsThrottlingAreKnown() {
    TierUse servers = complete("small", 2).tiers().get(0);

    assertThat(servers.busiestPercent())
        .as("0.29 of 0.3 cores; the other one uses 0.25")
        .isCloseTo(100 * 0.29 / 0.3, withinPercentage(1));
    assertThat(servers.throttledSeconds()).isCloseTo(2 * 0.05, withinPercentage(1));
  }

  /** The host is being measured: each request costs it something. */
  @ParameterizedTest
  @CsvSource({"20, 2", "90, 3"})
  void theWholeEvidenceTakesFewRequests(int seconds, int expected) {
    assertThat(requests(seconds, LATER)).hasSize(expected);
  }

  @Test
  void whileContainersAreLateThereIsOne() {
    assertThat(requests(20, TO.plusSeconds(7))).hasSizeLessThanOrEqualTo(2);
    assertThat(requests(subject("absent", 2), 20, TO.plusSeconds(7))).hasSize(1);
  }

  private List<String> requests(int seconds, Instant now) {
    return requests(subject("small", 2), seconds, now);
  }
}
