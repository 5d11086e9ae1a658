package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Evidence of two partitions, of which the kubelets and servers report only the first. */
class PartitionEvidenceTest extends PlantedEvidence {
  private static final String BALANCER =
      "namespace=\"default\",experiment=\"small\",trial=\"small-base-2\",tier=\"balancer\","
          + "pod=\"small-base-2-lb-6d4b-x7k2p\",proxy=\"%s\"";

  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "switched-base", 2).whole().replica(9);
    requests(samples, "servers-front", 100);
    requests(samples, "servers-plant", 40);
    requests(samples, "calls-front", 0);
    requests(samples, "calls-plant", 25);
  }

  private static void requests(PlantedSamples samples, String section, double perSecond) {
    samples.counter(
        "haproxy_backend_http_requests_total", BALANCER.formatted(section), perSecond, 2);
  }

  @Test
  void eachPartitionHasTheFiguresOfItsServersAndDatabases() {
    PartitionUse front = complete(partitioned(), LATER).partitions().get(0);

    assertThat(front.name()).isEqualTo("front");
    assertThat(front.servers()).isEqualTo(1);
    assertThat(front.cpuCores()).isCloseTo(0.25, withinPercentage(2));
    assertThat(front.cpuLimitCores()).isEqualTo(0.3);
    assertThat(front.databaseCpuCores()).isCloseTo(0.4, withinPercentage(2));
    assertThat(front.requestsPerSecond()).isCloseTo(100, withinPercentage(1));
    assertThat(front.callsPerSecond()).isZero();
  }

  @Test
  void requestsAndCallsAreCountedApartAndWhatIsUnknownIsAbsent() {
    PartitionUse plant = complete(partitioned(), LATER).partitions().get(1);

    assertThat(plant.requestsPerSecond()).isCloseTo(40, withinPercentage(1));
    assertThat(plant.callsPerSecond()).isCloseTo(25, withinPercentage(1));
    assertThat(plant.cpuCores()).isNull();
    assertThat(plant.cpuLimitCores()).isNull();
    assertThat(plant.databaseCpuCores()).as("it has no database").isNull();
  }

  /** After a switchover within the window each instance was the primary, and a replica. */
  @Test
  void eachInstanceOfADatabaseCountsOnce() {
    Subject switched = partitioned(subject("switched", 2, 2, Map.of()));

    assertThat(complete(switched, LATER).partitions().get(0).databaseCpuCores())
        .isCloseTo(0.4 + 0.2, withinPercentage(2));
  }

  @Test
  void withoutPartitionsThereAreNone() {
    assertThat(complete("small", 2).partitions()).isNull();
  }

  @Test
  void theyTakeNoFurtherRequest() {
    assertThat(requests(partitioned(), 90, LATER)).hasSize(3);
  }

  private static Subject partitioned() {
    return partitioned(subject("small", 2));
  }

  private static Subject partitioned(Subject all) {
    List<Database> databases =
        Experiments.two(Experiments.small("default")).serverGroups().get(0).databases();
    String front = all.trial() + "-app";
    String plant = front + "-plant";
    return new Subject(
        all.namespace(),
        all.experiment(),
        all.trial(),
        all.databases(),
        all.dataSources(),
        all.pods(),
        List.of(
            new ServerGroup("front", ServerTier.BOTH, front, 1, List.of(), databases, front),
            new ServerGroup("plant", ServerTier.BOTH, plant, 1, List.of(), List.of(), plant)),
        all.contract());
  }
}
