package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DatabaseReads;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment with ecperf in two databases. */
class DatabasesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Set<Integer> numbers = new TreeSet<>();

  @Test
  void bothAreMadeAtOnceForAllTrialsAndRemovedAtTheEnd() {
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(
                api, "two", Experiments.closed(Experiments.twoDatabases(api.namespace()), 8, 16)),
            () -> numbers.add(clusters().size()));

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(played.cluster().databasesEver())
        .containsExactly("two-base-db-orders", "two-base-db-plant");
    assertThat(numbers).as("never one alone").containsExactly(0, 2);
    assertThat(clusters()).as("what is left of the testbed").isEmpty();
    assertThat(played.cluster().jobs().get("two-base-prepare")).hasSize(1);
    assertThat(ended.getStatus().effective().databases())
        .containsExactly(
            effective("orders", List.of(Domain.CUSTOMER, Domain.CORPORATE), "1", 100),
            effective("plant", List.of(Domain.MANUFACTURING, Domain.SUPPLIER), "500m", 80));
  }

  /** A trial with two servers has one more, which is not there when the first is filled. */
  @Test
  void thePrivateDatabaseOfAFurtherServerIsFilledBeforeTheServerStarts() {
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(
                api,
                "own",
                Experiments.with(
                    Experiments.small(api.namespace()),
                    "system: {databases: [{name: main, perServer: true}]}")),
            () -> {});

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(played.cluster().jobs())
        .as("one for each number of databases")
        .hasEntrySatisfying("own-base-prepare-1", jobs -> assertThat(jobs).hasSize(1))
        .hasEntrySatisfying("own-base-prepare-2", jobs -> assertThat(jobs).hasSize(1));
  }

  /** With every setting, given or by default. */
  private static EffectiveDatabase effective(
      String name, List<Domain> domains, String cpu, int connections) {
    return new EffectiveDatabase(
        "base",
        "base",
        name,
        domains,
        null,
        1,
        DatabaseReads.PRIMARY,
        new Quantity(cpu),
        new Quantity("512Mi"),
        new Quantity("1Gi"),
        connections);
  }

  private static List<String> clusters() {
    return api
        .client()
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(api.namespace())
        .list()
        .getItems()
        .stream()
        .map(cluster -> cluster.getMetadata().getName())
        .toList();
  }
}
