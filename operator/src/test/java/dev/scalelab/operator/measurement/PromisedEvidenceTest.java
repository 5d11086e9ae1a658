package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.QueueResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Figures that a testbed promises are waited for, and no others; with a real Prometheus. */
class PromisedEvidenceTest extends PlantedEvidence {
  private static final Instant ARRIVING = TO.plusSeconds(20);

  private static final Contract WITHOUT_DATABASE = new Contract(false, true, true, false);
  private static final Contract QUEUES = new Contract(true, true, true, true);

  /** Limits, sizes and numbers of servers, and restarts. */
  private static final Pattern OF_SETTINGS =
      Pattern.compile(
          ".*/(balancerMaxConnections|cpuLimitCores|minCores|maxCores|size|clusterSize|minServers|restarts)");

  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "moving-base", 2).whole().queues();
    samples.still(() -> new PlantedTestbed(samples, "still-base", 2).whole().queues());
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "partial-base", 2).containers().balancer();
    new PlantedTestbed(samples, "bare-base", 2).withoutDatabase().whole();
    new PlantedTestbed(samples, "unset-base", 2).withoutSettingsOfLastServer().whole();
    new PlantedTestbed(samples, "sized-base", 2).poolSizeReported().whole();
    new PlantedTestbed(samples, "queued-base", 3).whole().queues();
    new PlantedTestbed(samples, "supplied-base", 2).whole().suppliers();
  }

  /** That a figure is there says nothing: one of a series that never moves is there too. */
  @Test
  void everyFigureThatIsPromisedFollowsItsSeries() {
    Map<String, Double> loaded = figures(complete("moving", 2, QUEUES, LATER));
    Map<String, Double> idle = figures(complete("still", 2, QUEUES, LATER));

    assertThat(loaded).hasSizeGreaterThan(25);
    assertThat(idle.keySet()).as("zeros are figures too").isSubsetOf(loaded.keySet());
    assertThat(loaded.keySet())
        .filteredOn(figure -> loaded.get(figure).equals(idle.get(figure)))
        .as("figures that are the same with a load and without one")
        .allMatch(figure -> OF_SETTINGS.matcher(figure).matches());
  }

  /** All numbers of the evidence by their paths, as /servers/gcPercent. */
  private static Map<String, Double> figures(Evidence evidence) {
    Map<String, Double> figures = new TreeMap<>();
    addFigures("", Serialization.jsonMapper().valueToTree(evidence), figures);
    return figures;
  }

  private static void addFigures(String path, JsonNode node, Map<String, Double> figures) {
    if (node.isNumber()) {
      figures.put(path, node.asDouble());
    }
    node.properties()
        .forEach(field -> addFigures(path + "/" + field.getKey(), field.getValue(), figures));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      addFigures(path + "/" + i, node.get(i), figures);
    }
  }

  @Test
  void aTestbedWithoutADatabaseIsNotWaitedForOne() {
    assertThat(complete("bare", 2, WITHOUT_DATABASE, ARRIVING).tiers())
        .extracting(TierUse::tier)
        .doesNotContain("database");
    assertThat(collect("bare", 2, PLAIN, ARRIVING))
        .isEqualTo(new EvidenceResult.NotYet("waiting for samples of CPU of the databases"));
  }

  /** Only kubelets and the balancer report figures of these two servers. */
  @Test
  void serversThatPromiseNothingAreNotWaitedFor() {
    Contract nothing = new Contract(false, false, false, false);
    Evidence evidence = complete("partial", 2, nothing, ARRIVING);

    assertThat(evidence.balancer().requestsPerSecond()).isNotNull();
    assertThat(evidence.servers().cpuLimits().maxCores()).isEqualTo(0.3);
    assertThat(evidence.servers().clusterSize()).isNull();
    assertThat(evidence.servers().heapPercent()).isNull();
    Contract members = new Contract(false, true, false, false);
    assertThat(collect("partial", 2, members, ARRIVING))
        .isEqualTo(new EvidenceResult.NotYet("waiting for the cluster view of 2 of 2 servers"));
    Contract figures = new Contract(false, false, true, false);
    assertThat(collect("partial", 2, figures, ARRIVING))
        .isEqualTo(
            new EvidenceResult.NotYet(
                "Prometheus has no samples of the settings in force of 2 of 2 servers"));
  }

  @Test
  void settingsInForceAreThoseThatAnyServerReports() {
    assertThat(complete("small", 2).servers().settings())
        .containsExactly(
            entry("collector", "Serial"),
            entry("connectionPoolSize", "20, 9"),
            entry("heap", "256Mi"),
            entry("processors", "1"),
            entry("sessionCopies", "1, 2"),
            entry("webThreads", "16"));
    assertThat(complete("queued", 3, QUEUES, LATER).servers().settings())
        .containsEntry("listeners", "4");
    Contract nothing = new Contract(false, false, false, false);
    assertThat(complete("partial", 2, nothing, ARRIVING).servers().settings()).isNull();
    assertThat(complete("small", 2, nothing, LATER).servers().settings())
        .as("an own application's gauges of other meaning are not taken for WildFly's")
        .doesNotContainKeys("webThreads", "connectionPoolSize");
  }

  /** The sum of connections in use and available is one of two moments, and may be another. */
  @Test
  void aPoolHasTheSizeThatItsServerReports() {
    assertThat(complete("sized", 2).servers().settings()).containsEntry("connectionPoolSize", "25");
  }

  /** One of several, as if its image were another: the others' say nothing of it. */
  @Test
  void theSettingsOfEveryServerAreNeeded() {
    String absent = "Prometheus has no samples of the settings in force of 1 of 2 servers";

    assertThat(collect("unset", 2, PLAIN, TO.plusSeconds(60)))
        .isEqualTo(new EvidenceResult.NotYet(absent));
    assertThat(collect("unset", 2, PLAIN, LATER)).isEqualTo(new EvidenceResult.Missing(absent));
  }

  @Test
  void theCpuOfSuppliersIsThatOfATier() {
    TierUse suppliers = complete(supplied("supplied"), ARRIVING).tiers().get(4);

    assertThat(suppliers.tier()).isEqualTo("supplier");
    assertThat(suppliers.cpuCores()).isCloseTo(0.2, within(0.002));
    assertThat(suppliers.cpuLimitCores()).isEqualTo(0.5);
    assertThat(suppliers.throttledPercent()).isCloseTo(25, withinPercentage(1));
  }

  @Test
  void theCpuOfSuppliersIsWaitedForWhereThereAreSomeButNotForLong() {
    assertThat(collect(supplied("small"), ARRIVING))
        .isEqualTo(new EvidenceResult.NotYet("waiting for samples of CPU of the suppliers"));
    assertThat(complete(supplied("small"), LATER).tiers())
        .extracting(TierUse::tier)
        .containsExactly("application", "balancer", "database", "load");
    assertThat(complete("small", 2, PLAIN, ARRIVING).tiers()).hasSize(4);
  }

  @Test
  void theQueuesOfAllServersAreAddedUp() {
    // Twelve orders a second: four of a second each, eight of 25 ms.
    assertThat(complete("queued", 3, QUEUES, LATER).queue())
        .isEqualTo(new QueueResult(9.5, 488L, 50L, 350.0));
    assertThat(complete("queued", 3, PLAIN, LATER).queue()).as("where none is promised").isNull();
  }

  @Test
  void queuesArePromisedByEachServer() {
    assertThat(collect("small", 2, QUEUES, TO.plusSeconds(60)))
        .isEqualTo(new EvidenceResult.NotYet("Prometheus has no samples of the servers' queues"));
    assertThat(collect("small", 2, QUEUES, LATER))
        .isEqualTo(new EvidenceResult.Missing("Prometheus has no samples of the servers' queues"));
    assertThat(collector.backlog(subject("small", 2, QUEUES), FROM, TO)).isEmpty();
  }

  @Test
  void theBacklogIsThatSinceATime() {
    Subject queued = subject("queued", 3, QUEUES);

    assertThat(collector.backlog(queued, FROM, TO).orElseThrow())
        .as("438 at the begin, 488 at the end, each up to 5 s old")
        .isBetween(473L, 488L);
    assertThat(collector.backlog(queued, TO.minusMillis(1), TO)).isEmpty();
    assertThat(collector.backlog(queued, FROM, LATER)).as("ten minutes old").isEmpty();
    assertThat(collector.backlog(subject("queued", 4, QUEUES), FROM, TO))
        .as("of another trial")
        .isEmpty();
  }

  private Evidence complete(String experiment, int replicas, Contract contract, Instant now) {
    return complete(subject(experiment, replicas, contract), now);
  }

  private EvidenceResult collect(String experiment, int replicas, Contract contract, Instant now) {
    return collect(subject(experiment, replicas, contract), now);
  }

  private static Subject subject(String experiment, int replicas, Contract contract) {
    ScalabilityExperiment pods =
        contract.database() ? Experiments.small("default") : Experiments.cart("default");
    return subject(experiment, replicas, contract, pods);
  }
}
