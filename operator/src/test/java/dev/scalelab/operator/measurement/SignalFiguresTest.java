package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.dashboards.Dashboard;
import dev.scalelab.operator.dashboards.DashboardQuery;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Slots of each layer, holding times and waits of two planted servers, in a real Prometheus. */
class SignalFiguresTest extends PlantedEvidence {
  private static final Map<String, String> VARIABLES =
      Map.of(
          "namespace",
          "default",
          "experiment",
          "small",
          "trial",
          ".+",
          "window",
          "15s",
          "containers_window",
          "30s");

  @Override
  void plant(PlantedSamples samples) {
    scraped(samples, new PlantedPods("small-base", 2));
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "bare-base", 2).withoutDatabase().whole();
    new PlantedTestbed(samples, "mute-base", 2).silentLastServer().whole();
  }

  /** Prometheus' own series of the servers, from which dashboards have the labels of pods. */
  private static void scraped(PlantedSamples samples, PlantedPods pods) {
    for (int pod = 0; pod < pods.replicas(); pod++) {
      samples.gauge("up", pods.labels("application", pods.server(pod)), 1);
    }
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

  /** The panels that are generated from the table of signals. */
  @ParameterizedTest
  @MethodSource("panels")
  void aDashboardShowsTheFigureOfTheEvidence(DashboardQuery shown) {
    Evidence evidence = complete("small", 2);
    Map<String, Double> known = new HashMap<>(evidence.signals());
    known.putAll(evidence.databases().get(0).signals());
    Signal signal =
        Stream.of(Signal.values())
            .filter(one -> shown.metrics().contains(one.metric()))
            .findFirst()
            .orElseThrow();

    List<Series> now =
        new PrometheusClient(prometheusUrl(), Duration.ofSeconds(10))
            .query(shown.expand(VARIABLES), TO);

    assertThat(now.stream().mapToDouble(Series::value).sum())
        .as(shown.where())
        .isCloseTo(known.get(signal.key()), withinPercentage(1));
  }

  static List<DashboardQuery> panels() {
    return Dashboard.all().stream()
        .flatMap(dashboard -> dashboard.collapsedQueries().stream())
        .toList();
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
