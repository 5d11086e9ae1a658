package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.PartitionSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The servers of each partition, and the databases that they use. */
class PartitionsTest {
  @Test
  void eachPartitionHasServersOfItsOwnAndTheDatabasesOfItsDomains() {
    List<ServerGroup> groups =
        plan(Experiments.partitions("default")).configurations().get(1).serverGroups();

    assertThat(groups)
        .extracting(
            ServerGroup::partition,
            ServerGroup::pods,
            ServerGroup::cluster,
            group -> group.databases().stream().map(Database::name).toList())
        .containsExactly(
            tuple(
                "front",
                List.of(
                    "small-base-4-app-front-0",
                    "small-base-4-app-front-1",
                    "small-base-4-app-front-2"),
                "small-base-4-app-front",
                List.of("orders")),
            tuple(
                "plant",
                List.of("small-base-4-app-plant-0"),
                "small-base-4-app-plant",
                List.of("plant")));
  }

  @Test
  void withoutPartitionsAllServersAreOneGroupThatUsesAllDatabases() {
    assertThat(Experiments.two(Experiments.twoDatabases("default")).serverGroups())
        .singleElement()
        .satisfies(
            all -> {
              assertThat(all.isPartition()).isFalse();
              assertThat(all.pods()).containsExactly("small-base-2-app-0", "small-base-2-app-1");
              assertThat(all.domains()).containsExactly(Domain.values());
              assertThat(all.databases())
                  .extracting(Database::name)
                  .containsExactly("orders", "plant");
            });
  }

  @ParameterizedTest(name = "{0} servers, weights {1}: {2}")
  @CsvSource({
    "2, 1 1, 1 1",
    "4, 1 1, 2 2",
    "5, 1 1, 3 2",
    "4, 3 1, 3 1",
    "8, 1 3, 2 6",
    "2, 9 1, 1 1",
    "3, 9 1, 2 1",
    "10, 9 1, 9 1",
    "3, 1 1 100, 1 1 1",
    "1, 1 1, 1 0"
  })
  void serversAreSharedByWeightAndNoPartitionIsWithoutOneIfThereAreEnough(
      int servers, String weights, String shares) {
    List<PartitionSpec> partitions =
        numbers(weights).map(weight -> new PartitionSpec("p", List.of(), weight)).toList();

    assertThat(Partitions.shares(partitions, servers))
        .containsExactlyElementsOf(numbers(shares).toList());
  }

  private static Stream<Integer> numbers(String text) {
    return Arrays.stream(text.split(" ")).map(Integer::valueOf);
  }

  @Test
  void aConfigurationWithFewerServersThanPartitionsIsRefused() {
    Plan plan = plan(with("sweep: {replicas: [1, 2]}"));

    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-2");
    assertThat(plan.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.partitions");
              assertThat(violation.message())
                  .contains("a partition of base-1 would be without servers", "at least 2");
            });
  }

  @Test
  void aPartitionWithoutTheCustomerDomainHasAllItsDomainsInOneDatabase() {
    Plan plan =
        plan(
            with(
                """
                system:
                  databases:
                    - {name: orders, domains: [Customer, Corporate]}
                    - {name: plant, domains: [Manufacturing]}
                    - {name: supplier, domains: [Supplier]}
                """));

    assertThat(plan.violations())
        .first()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.partitions[plant].domains");
              assertThat(violation.message()).contains("they are in plant and supplier");
            });
  }

  /** A pool and a health check for each server of the partition, and ten others. */
  @Test
  void aDatabaseNeedsConnectionsOfThePartitionsThatUseItOnly() {
    assertThat(
            plan(with("system: {application: {connectionPoolSize: 40}}"))
                .configurations()
                .get(1)
                .databases())
        .extracting(Database::name, database -> database.spec().maxConnections())
        .contains(tuple("orders", 3 * 41 + 10));
    assertThat(plan(with("system: {application: {connectionPoolSize: 70}}")).violations())
        .first()
        .satisfies(
            violation -> {
              assertThat(violation.field())
                  .isEqualTo("spec.system.databases[plant].maxConnections");
              assertThat(violation.message()).contains("needs 81 connections");
            });
  }

  /** The schema's rule excepts it as it does several. */
  @Test
  void aSinglePartitionNeedsConnectionsToo() {
    String one =
        """
        sweep: {replicas: [2]}
        system:
          application: {connectionPoolSize: 40}
          partitions: [{name: all, domains: [Customer, Corporate, Manufacturing, Supplier]}]
          databases: [{name: main, maxConnections: %d}]
        """;

    ScalabilityExperiment small = Experiments.small("default");
    assertThat(plan(Experiments.with(small, one.formatted(92))).violations()).isEmpty();
    assertThat(plan(Experiments.with(small, one.formatted(91))).violations())
        .singleElement()
        .satisfies(
            violation -> assertThat(violation.message()).contains("base-2 needs 92 connections"));
  }

  @Test
  void namesLeaveRoomForThoseOfPartitions() {
    ScalabilityExperiment partitions = Experiments.partitions("default");
    String longest = "x".repeat(52 - "-base-4-app-front".length());

    assertThat(Planner.plan(longest, partitions.getSpec()).violations()).isEmpty();
    assertThat(Planner.plan(longest + "x", partitions.getSpec()).violations())
        .extracting(Violation::field)
        .containsExactly("metadata.name");
  }

  private static ScalabilityExperiment with(String change) {
    return Experiments.with(Experiments.partitions("default"), change);
  }

  private static Plan plan(ScalabilityExperiment experiment) {
    return Planner.plan("small", experiment.getSpec());
  }
}
