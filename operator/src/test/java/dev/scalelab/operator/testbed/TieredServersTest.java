package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Variables;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
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

  @Test
  void serversOfACartInACookieKnowSoInBothTiers() {
    ScalabilityExperiment carts = carts("{bean: {handle: Cookie}}");

    for (int group : List.of(WEB, BEANS)) {
      assertThat(environment(carts, group))
          .containsEntry("WORKLOAD", "cart")
          .containsEntry("BEAN_HANDLE", "cookie")
          .containsEntry("SESSION_CACHE", "local")
          .doesNotContainKey("BEAN_CACHE");
    }
  }

  @Test
  void onlyServersWithTheBeansOfTheBookStoreKnowItsDatabase() {
    ScalabilityExperiment books =
        Experiments.with(
            Experiments.bookstore("default"),
            "{sweep: {replicas: [2, 4]}, system: {tiers: {layout: Split}}}");

    assertThat(environment(books, WEB))
        .containsEntry("BOOKSTORE_STATE", "bean")
        .doesNotContainKeys("DB_HOST", "DB_NAME");
    assertThat(environment(books, BEANS))
        .containsEntry("BOOKSTORE_STATE", "bean")
        .containsEntry("DB_NAME", "bookstore")
        .containsKey("DB_HOST");
  }

  @Test
  void serversWithTheBeansMayHaveSettingsOfTheirOwn() {
    ScalabilityExperiment own =
        Experiments.with(
            experiment,
            """
            system:
              application: {cpu: 400m, memory: 768Mi, heap: 384Mi, webQueue: 30}
              tiers: {beans: {cpu: "1.5", memory: 1Gi, heap: 600Mi, webThreads: 7}}
            """);

    assertThat(environment(own, WEB))
        .containsEntry("HEAP", "384m")
        .containsEntry("ACTIVE_PROCESSORS", "1")
        .containsEntry("WEB_QUEUE", "30")
        .doesNotContainKey("WEB_MAX_THREADS");
    assertThat(environment(own, BEANS))
        .containsEntry("HEAP", "600m")
        .containsEntry("ACTIVE_PROCESSORS", "2")
        .containsEntry("WEB_QUEUE", "30")
        .containsEntry("WEB_MAX_THREADS", "7");
    assertThat(container(own, WEB).getResources().getLimits())
        .containsEntry("memory", new Quantity("768Mi"));
    assertThat(container(own, BEANS).getResources().getLimits())
        .containsEntry("memory", new Quantity("1Gi"));
    assertThat(container(own, BEANS).getResources().getRequests())
        .containsEntry("cpu", new Quantity("1.5"));
  }

  @Test
  void theBalancerKeepsTheStatefulBeansOfCartsWithTheirServersAndCellsHaveNone() {
    assertThat(balancer(carts("{}"))).contains("backend calls-beans\n", "stick on path,word(9,/)");
    assertThat(balancer(experiment)).contains("backend calls-beans\n").doesNotContain("stick");
  }

  private static ScalabilityExperiment carts(String state) {
    return Experiments.with(
        Experiments.cart("default"),
        "{sweep: {replicas: [2, 4]}, system: {tiers: {layout: Split}, state: %s}}"
            .formatted(state));
  }

  private static String balancer(ScalabilityExperiment of) {
    return new Balancer(null, Experiments.images(), TwoServers.MANIFEST)
        .configuration(of, Experiments.two(of))
        .getData()
        .get("haproxy.cfg");
  }

  private Map<String, String> environment(int group) {
    return environment(experiment, group);
  }

  private static Map<String, String> environment(ScalabilityExperiment of, int group) {
    return Variables.of(container(of, group));
  }

  private static Container container(ScalabilityExperiment of, int group) {
    Configuration configuration = Experiments.two(of);
    return TwoServers.container(
        TwoServers.MANIFEST.servers(
            of, configuration, configuration.serverGroups().get(group), true));
  }
}
