package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An experiment with both tiers together, and each on servers of its own. */
class TiersOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Set<String> servers = new TreeSet<>();

  @Test
  void eachTierOfAVariantIsDeployedAndMeasured() {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.small(api.namespace()),
            """
            workload: {type: Cells}
            variants: [{name: split, system: {tiers: {layout: Split}}}]
            sweep: {replicas: [2]}
            """);

    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(api, "tiers", experiment),
            this::look);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(servers)
        .containsExactly("tiers-base-2-app", "tiers-split-2-app-beans", "tiers-split-2-app-web");
    assertThat(evidence("tiers-split-2").partitions())
        .extracting(PartitionUse::name, PartitionUse::servers, PartitionUse::cpuCores)
        .containsExactly(tuple("web", 1, 0.25), tuple("beans", 1, 0.25));
    assertThat(evidence("tiers-base-2").partitions()).isNull();
  }

  private static Evidence evidence(String trial) {
    return api.trial(trial).getStatus().runs().get(0).steps().get(0).evidence();
  }

  private void look() {
    api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems().stream()
        .map(set -> set.getMetadata().getName())
        .forEach(servers::add);
  }
}
