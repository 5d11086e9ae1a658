package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ReplicaEvidence;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Evidence of databases with replicas, and of several databases. */
class DatabaseEvidenceTest extends PlantedEvidence {
  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "small-base", 2).whole();
    new PlantedTestbed(samples, "replicated-base", 2).whole().replica(0);
    new PlantedTestbed(samples, "switched-base", 2).whole().replica(9);
  }

  @Test
  void figuresOfADatabaseAreItsPrimarysAndEachReplicaHasItsOwn() {
    DatabaseEvidence database = replicated("replicated");

    assertThat(database.primaries())
        .as("since a failover before the run")
        .containsExactly("replicated-base-db-2");
    assertThat(database.cpuCores()).as("in millicores").isCloseTo(0.2034, within(0.001));
    assertThat(database.connections()).isEqualTo(5);
    assertThat(database.commitsPerSecond()).isCloseTo(70, withinPercentage(1));
    ReplicaEvidence replica = database.replicas().get(0);
    assertThat(database.replicas()).hasSize(1);
    assertThat(replica.pod()).isEqualTo("replicated-base-db-1");
    assertThat(replica.cpuCores()).isCloseTo(0.4, withinPercentage(2));
    assertThat(replica.commitsPerSecond()).isCloseTo(180, withinPercentage(1));
    assertThat(replica.lagSeconds()).as("at its highest").isEqualTo(0.75);
    assertThat(replica.lagBytes()).isEqualTo(4096);
  }

  @Test
  void aFailoverWithinTheWindowIsSeen() {
    assertThat(replicated("switched").primaries())
        .containsExactly("switched-base-db-1", "switched-base-db-2");
  }

  @Test
  void everyInstanceOfADatabaseIsWaitedFor() {
    Subject three = subject("replicated", 2, 3, Map.of());

    assertThat(collect(three, TO.plusSeconds(20)))
        .isEqualTo(new EvidenceResult.NotYet("waiting for samples of CPU of the databases"));
  }

  @Test
  void eachOfSeveralDatabasesHasAPoolOfItsOwnAndTheServersHaveTheWorst() {
    Subject two = subject("small", 2, 1, dataSource("supplier"));
    Evidence evidence = complete(two, LATER);

    assertThat(evidence.databases().get(0).pool()).isEqualTo(new ConnectionPool(3.0, 9.0, null));
    assertThat(evidence.servers().pool().inUse()).isEqualTo(12);
    assertThat(complete("small", 2).databases().get(0).pool())
        .as("of the only database")
        .isEqualTo(complete("small", 2).servers().pool());
  }

  private DatabaseEvidence replicated(String experiment) {
    return complete(subject(experiment, 2, 2, Map.of()), LATER).databases().get(0);
  }
}
