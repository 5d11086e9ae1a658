package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PodRate;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ResponseRate;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;

/** Evidence of testbeds whose figures are all planted in a real Prometheus. */
class EvidenceCollectorTest extends PlantedEvidence {
  /** A tier that only this test knows. */
  private static final Tier LICENCES = new Tier("licences", "licence-server");

  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "small-base", 20).whole();
    new PlantedTestbed(samples, "restarted-base", 2).whole().restarted(FROM.plusSeconds(8));
    new PlantedTestbed(samples, "undelivered-base", 2)
        .whole()
        .suppliersRestarted(FROM.plusSeconds(8));
    new PlantedTestbed(samples, "boosted-base", 2).limitOfLastServer(1.5, 0).whole();
    new PlantedTestbed(samples, "raised-base", 2).limitOfLastServer(1.5, 12).whole();
    new PlantedTestbed(samples, "cut-base", 2).limitOfLastServer(0.15, 12).whole();
    new PlantedTestbed(samples, "starved-base", 2).lastServerTakenForDead().whole();
    new PlantedTestbed(samples, "partial-base", 2).containers().balancer();
    new PlantedTestbed(samples, "split-base", 3).viewOfLastServer(1).partsOfMachine().whole();
    new PlantedTestbed(samples, "silent-base", 3).viewOfLastServer(0).whole();
    new PlantedTestbed(samples, "busy-base", 3).busyLastServer().whole();
    new PlantedTestbed(samples, "alone-base", 1).busyLastServer().whole();
    new PlantedTestbed(samples, "parted-base", 3).busyLastServer().viewOfLastServer(1).whole();
    new PlantedTestbed(samples, "lost-base", 2).partsOfMachine().silentControlPlane().whole();
    new PlantedTestbed(samples, "spare-base", 2).silentControlPlane().whole();
    new PlantedTestbed(samples, "machines-base", 2).machineEach().whole();
    new PlantedTestbed(samples, "licensed-base", 2)
        .machineEach()
        .another(LICENCES, "licensed-base-2-licences-0", "control")
        .whole();
  }

  @Test
  void cpuOfEachTierIsOfItsOwnPodsOnly() {
    Evidence evidence = complete("small", 2);

    assertThat(evidence.tiers())
        .extracting(TierUse::tier)
        .containsExactly("application", "balancer", "database", "load");
    TierUse application = evidence.tiers().get(0);
    assertThat(application.cpuCores()).isCloseTo(0.25 + 0.29, within(0.002));
    assertThat(application.cpuLimitCores()).isEqualTo(0.6);
    assertThat(application.throttledPercent()).isCloseTo(25, withinPercentage(1));
    assertThat(evidence.tiers().get(2).cpuCores()).isCloseTo(0.4, within(0.002));
    assertThat(evidence.tiers().get(2).cpuLimitCores()).isNull();
  }

  @Test
  void countersOfAWindowOfNinetySecondsAreReadAtItsEnds() {
    EvidenceResult result =
        collector.collect(subject("small", 2), RUN_START, TO.minusSeconds(90), TO, LATER);

    Evidence evidence = ((EvidenceResult.Complete) result).evidence();
    assertThat(evidence.tiers().get(0).cpuCores()).isCloseTo(0.25 + 0.29, within(0.002));
    assertThat(evidence.balancer().requestsPerSecond()).isCloseTo(300, withinPercentage(1));
  }

  @Test
  void cpuTimeOfTheServersIsKnownForEachFiveSeconds() {
    double[] batches = collector.cpuSeconds(subject("small", 2), FROM, TO);

    assertThat(batches).hasSize((int) (Duration.between(FROM, TO).toSeconds() / 5));
    for (double batch : batches) {
      assertThat(batch).isCloseTo(2 * 0.26 * 5, withinPercentage(1));
    }
    assertThat(collector.cpuSeconds(subject("partial", 2), FROM, TO)).isEmpty();
  }

  @Test
  void theHostsCounterIsCountedOnceThoughEachOfItsNodesReportsIt() {
    assertThat(complete("small", 2).hostCpuPercent()).isCloseTo(75, withinPercentage(1));
  }

  @Test
  void nodesThatReportTheirOwnPartOfOneMachineAreAddedThoughOneRunsNothingOfTheTestbed() {
    assertThat(complete("split", 3).hostCpuPercent())
        .isCloseTo(100 * (0.12 + 0.24 + 0.36 + 0.48 + 0.6) / 2, withinPercentage(1));
  }

  /** Those of the balancer and the load generator are fuller, as is one without pods. */
  @Test
  void theFullestHostIsOneOfTheSystem() {
    Evidence evidence = complete("machines", 2);

    assertThat(evidence.hostCpuPercent())
        .isCloseTo(100 * (0.12 + 0.24 + 0.36 + 0.48) / 8, withinPercentage(1));
    assertThat(evidence.fullestHostCpuPercent()).isCloseTo(100 * 0.24 / 2, withinPercentage(1));
    assertThat(complete("lost", 2).fullestHostCpuPercent()).isNull();
  }

  @Test
  void theHostOfATierThatIsNotOfTheLoadIsOneOfTheSystemWhateverTheTier() {
    PodGroup licences =
        PodGroup.measured(
            LICENCES,
            "the licences",
            "spec.system.application",
            PodSettings.NONE,
            Map.of(),
            "licensed-base-2-licences-.+",
            1);

    Evidence evidence = complete(with(subject("licensed", 2), licences), LATER);

    assertThat(evidence.fullestHostCpuPercent()).isCloseTo(100 * 0.6 / 2, withinPercentage(1));
  }

  @Test
  void theHostIsUnknownWhileAPartOfItIs() {
    assertThat(complete("lost", 2).hostCpuPercent()).isNull();
    assertThat(collect(subject("lost", 2), TO.plusSeconds(20)))
        .isEqualTo(new EvidenceResult.NotYet("waiting for samples of CPU of the host"));
  }

  @Test
  void aSilentNodeIsNotMissedIfTheOthersReportTheWholeHost() {
    assertThat(complete("spare", 2).hostCpuPercent()).isCloseTo(75, withinPercentage(1));
  }

  @Test
  void figuresOfTheServers() {
    ServersEvidence servers = complete("small", 2).servers();

    assertThat(servers.cpuLimits()).isEqualTo(new CpuLimits(0.3, 0.3));
    assertThat(servers.gcPercent()).isCloseTo(3, withinPercentage(1));
    assertThat(servers.entities().hitPercent()).isCloseTo(90, withinPercentage(1));
    assertThat(servers.entities().readsPerSecond()).isCloseTo(20, withinPercentage(1));
    assertThat(servers.jitPercent()).isCloseTo(100 * 0.008 / (0.25 + 0.29), withinPercentage(1));
    assertThat(servers.heapPercent()).isEqualTo(50);
    assertThat(servers.pool().inUse()).isEqualTo(12);
    assertThat(servers.pool().size()).isEqualTo(20);
    assertThat(servers.pool().waitMillis()).isCloseTo(2.5, withinPercentage(1));
    assertThat(servers.webThreads().busy()).isEqualTo(7);
    assertThat(servers.webThreads().size()).isEqualTo(16);
    assertThat(servers.clusterSize()).isEqualTo(2);
    assertThat(complete("small", 2).restarts()).isZero();
  }

  @Test
  void figuresOfDatabaseAndBalancer() {
    Evidence evidence = complete("small", 2);

    DatabaseEvidence database = evidence.databases().get(0);
    assertThat(database.name()).isEqualTo("main");
    assertThat(database.connections()).isEqualTo(31);
    assertThat(database.commitsPerSecond()).isCloseTo(180, withinPercentage(1));
    assertThat(database.waiting()).isEqualTo(4);
    assertThat(database.blocksReadPerSecond()).isCloseTo(25, withinPercentage(1));
    assertThat(database.cpuCores()).isCloseTo(0.4, withinPercentage(2));
    assertThat(evidence.servers().databaseLostSeconds())
        .as("of the last of two servers, and without what was lost before the window")
        .isEqualTo(2);
    assertThat(evidence.balancer().requestsPerSecond()).isCloseTo(300, withinPercentage(1));
    assertThat(evidence.balancer().queue()).isEqualTo(8);
    assertThat(evidence.balancer().responses())
        .as("of 9 errors a second the servers gave one each: the balancer refused 7")
        .usingRecursiveFieldByFieldElementComparator(
            RecursiveComparisonConfiguration.builder()
                .withComparatorForType(new DoubleComparator(0.1), Double.class)
                .build())
        .containsExactly(new ResponseRate("2xx", 298.0, null), new ResponseRate("5xx", 9.0, 7.0));
    assertThat(evidence.balancer().minServers()).isEqualTo(2);
    assertThat(evidence.balancer().pods())
        .extracting(PodRate::pod)
        .containsExactly("small-base-2-app-0", "small-base-2-app-1");
    assertThat(evidence.balancer().pods().get(1).requestsPerSecond())
        .isCloseTo(150, withinPercentage(1));
    assertThat(evidence.balancer().pods()).extracting(PodRate::weight).containsOnly(40.0);
  }

  @Test
  void nothingIsAskedBeforeTheLastScrapeIsIn() {
    assertThat(collect(subject("small", 2), TO.plusSeconds(5)))
        .isInstanceOf(EvidenceResult.NotYet.class);
  }

  @Test
  void aRestartIsCompleteEvidence() {
    assertThat(complete("restarted", 2).restarts()).isEqualTo(1);
    assertThat(complete(supplied("undelivered"), LATER).restarts()).isEqualTo(1);
  }

  @Test
  void oneServerAboveItsShareShows() {
    assertThat(limits("boosted")).isEqualTo(new CpuLimits(0.3, 1.5));
  }

  @Test
  void aLimitThatChangesWithinTheWindowShows() {
    assertThat(limits("raised")).isEqualTo(new CpuLimits(0.3, 1.5));
    assertThat(limits("cut")).isEqualTo(new CpuLimits(0.15, 0.3));
  }

  @Test
  void aServerThatTheBalancerDidWithoutForSomeSecondsShows() {
    assertThat(complete("starved", 2).balancer().minServers()).isEqualTo(1);
  }

  @Test
  void theSmallestViewCounts() {
    assertThat(complete("split", 3).servers().clusterSize()).isEqualTo(1);
    assertThat(collector.clusterSize(subject("split", 3), TO)).hasValue(1);
    assertThat(collector.clusterSize(subject("small", 2), TO)).hasValue(2);
    assertThat(collector.clusterSize(subject("partial", 2), TO)).isEmpty();
  }

  @Test
  void aServerThatIsTooBusyForEachScrapeCountsWithItsNextReport() {
    assertThat(complete("busy", 3).servers().clusterSize()).isEqualTo(3);
    assertThat(complete("busy", 3).servers().settings()).containsEntry("sessionCopies", "1, 2, 3");
    assertThat(complete("alone", 1).servers().clusterSize()).isEqualTo(1);
    assertThat(complete("alone", 1).servers().settings()).containsEntry("heap", "256Mi");
    assertThat(complete("parted", 3).servers().clusterSize()).isEqualTo(1);
  }

  @Test
  void aServerWithoutAReportIsNotAMember() {
    assertThat(collect(subject("silent", 3), TO.plusSeconds(60)))
        .isEqualTo(new EvidenceResult.NotYet("waiting for the cluster view of 1 of 3 servers"));
    assertThat(complete("silent", 3).servers().clusterSize()).isEqualTo(2);
    assertThat(collector.clusterSize(subject("silent", 3), TO)).isEmpty();
  }

  @Test
  void absentFiguresAreWaitedForAndThenNamed() {
    assertThat(collect(subject("partial", 2), TO.plusSeconds(60)))
        .isEqualTo(new EvidenceResult.NotYet("waiting for the cluster view of 2 of 2 servers"));
    assertThat(collect(subject("partial", 2), LATER))
        .isEqualTo(
            new EvidenceResult.Missing("Prometheus has no samples of the servers' cluster view"));
    assertThat(collect(subject("nothing", 2), LATER))
        .isEqualTo(
            new EvidenceResult.Missing(
                "Prometheus has no samples of CPU of 2 of 2 application servers, the application"
                    + " servers' CPU limit in force, the servers' cluster view, the balancer's"
                    + " requests"));
  }

  @Test
  void anUnreachablePrometheusMayStillHoldTheSamples() {
    EvidenceCollector nowhere =
        new EvidenceCollector(new PrometheusClient("http://127.0.0.1:9", Duration.ofSeconds(1)));

    assertThat(nowhere.collect(subject("small", 2), RUN_START, FROM, TO, LATER))
        .isInstanceOfSatisfying(
            EvidenceResult.NotYet.class,
            unanswered ->
                assertThat(unanswered.reason())
                    .startsWith("Prometheus at http://127.0.0.1:9 cannot be queried"));
  }

  private CpuLimits limits(String experiment) {
    return complete(experiment, 2).servers().cpuLimits();
  }
}
