package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Variables;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manifests of a server with the web tier and one with the bean tier. */
class TieredServersTest {
  private static final int WEB = 0;
  private static final int BEANS = 1;

  private final ScalabilityExperiment experiment =
      Experiments.with(
          Experiments.cells("default"),
          "{sweep: {replicas: [2, 4]}, system: {tiers: {layout: Split}}}");
  private final Configuration four = Experiments.two(experiment);

  @Test
  void eachServerKnowsItsTierAndOnlyThoseOfTheWebTierWhereTheBeansAre() {
    assertThat(environment(WEB))
        .containsEntry("TIER", "web")
        .containsEntry("BEANS_URL", "http://small-base-4-lb:8080")
        .containsEntry("PARTITION", "web")
        .doesNotContainKeys("PARTITION_DOMAINS", "PARTITIONS_URL");
    assertThat(environment(BEANS))
        .containsEntry("TIER", "beans")
        .containsEntry("PARTITION", "beans")
        .doesNotContainKeys("BEANS_URL", "PARTITION_DOMAINS", "PARTITIONS_URL");
  }

  @Test
  void eachTierIsAClusterAndHasPodsOfItsOwn() {
    assertThat(environment(BEANS))
        .containsEntry("CLUSTER_DNS", "small-base-4-app-beans.default.svc.cluster.local");
    assertThat(Servers.pods(four, four.serverGroups().get(BEANS)).selector())
        .containsEntry("scalelab.dev/partition", "beans");
  }

  @Test
  void serversThatHaveBothTiersKnowOfNeither() {
    assertThat(TwoServers.environment(Experiments.cells("default")))
        .doesNotContainKeys("TIER", "BEANS_URL", "PARTITION");
  }

  private Map<String, String> environment(int group) {
    return Variables.of(
        TwoServers.container(
            TwoServers.MANIFEST.servers(experiment, four, four.serverGroups().get(group), true)));
  }
}
