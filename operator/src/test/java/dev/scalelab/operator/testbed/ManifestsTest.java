package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.TwoServers.environment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Manifests of the balancer and the suppliers, and the settings of every tier's pods. */
class ManifestsTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final Configuration configuration = Experiments.two(experiment);
  private final Balancer balancer = new Balancer(null, Experiments.images(), TwoServers.MANIFEST);
  private final Suppliers supplier =
      new Suppliers(null, Experiments.images(), Experiments.settings());

  @Test
  void theWholeOfTheBalancer() {
    Golden.assertSame("balancer.yaml", balancer.balancer(experiment, configuration));
  }

  /** Suppliers deliver to its name in any case. */
  @Test
  void withoutABalancerItsServiceIsOfTheServersThatAreReady() {
    Experiments.with(experiment, "system: {balancer: {policy: None}}");
    Configuration direct = Experiments.two(experiment);

    assertThat(balancer.podGroups(direct)).isEmpty();
    assertThat(balancer.objects(experiment, direct))
        .singleElement()
        .isInstanceOfSatisfying(
            Service.class,
            service -> {
              assertThat(service.getMetadata().getName()).isEqualTo("small-base-2-lb");
              assertThat(service.getSpec().getSelector())
                  .containsEntry("scalelab.dev/tier", "application");
              assertThat(service.getSpec().getPublishNotReadyAddresses()).isFalse();
            });
  }

  @Test
  void serversReportTheirLoadToABalancerThatAsksForIt() {
    assertThat(environment(experiment)).doesNotContainKey("LOAD_AGENT_PORT");

    Experiments.with(experiment, "system: {balancer: {policy: LoadAware}}");
    assertThat(environment(experiment))
        .containsEntry("LOAD_AGENT_PORT", "8090")
        .containsEntry("LOAD_AGENT_CORES", "0.3");
    assertThat(balancer.configuration(experiment, Experiments.two(experiment)).getData().values())
        .singleElement()
        .asString()
        .contains("agent-check agent-inter 1s agent-port 8090");
  }

  @Test
  void withoutKeepAliveTheBalancerKeepsNoConnectionEither() {
    ScalabilityExperiment cells = Experiments.cells("default");
    assertThat(balancer.configuration(cells, Experiments.two(cells)).getData().values())
        .singleElement()
        .asString()
        .contains("option httpclose");
    assertThat(balancer.configuration(experiment, configuration).getData().values())
        .singleElement()
        .asString()
        .doesNotContain("option httpclose");
  }

  @Test
  void theWholeOfTheSuppliers() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    Golden.assertSame("supplier.yaml", supplier.emulator(ecperf, Experiments.two(ecperf)));
  }

  @Test
  void serversAndSuppliersFindEachOther() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    Service service = supplier.service(ecperf, Experiments.two(ecperf));
    assertThat(environment(ecperf))
        .containsEntry("SUPPLIER_URL", "http://" + service.getMetadata().getName() + ":8080");
    assertThat(service.getSpec().getPorts()).extracting(ServicePort::getPort).containsExactly(8080);
    assertThat(environment(experiment)).doesNotContainKey("SUPPLIER_URL");
  }

  /** The experiment's, the chart's, and ScaleLab's own, in this order. */
  @Test
  void podsHaveTheSettingsOfTheirTier() {
    ScalabilityExperiment given = Experiments.small("default");
    Experiments.with(
        given,
        """
        system:
          application:
            pod:
              tolerations: [{key: dedicated, operator: Equal, value: lab, effect: NoSchedule}]
              priorityClassName: high
              labels: {team: lab, scalelab.dev/tier: mine}
              topologySpreadConstraints: []
          databases: [{name: main, pod: {nodeSelector: {disk: ssd}, tolerations: [{operator: Exists}]}}]
        """);
    PodSettings chart =
        new PodSettings(
            Map.of("pool", "lab"),
            null,
            null,
            null,
            "low",
            List.of(new LocalObjectReference("registry")),
            null,
            Map.of("owner", "me"));
    Configuration configuration =
        Planner.plan("small", given.getSpec(), chart, List.of()).configurations().get(1);

    PodTemplateSpec server =
        TwoServers.MANIFEST
            .servers(given, configuration, TwoServers.group(configuration), true)
            .getSpec()
            .getTemplate();
    assertThat(server.getSpec().getTolerations())
        .extracting(Toleration::getValue)
        .containsExactly("lab");
    assertThat(server.getSpec().getPriorityClassName()).isEqualTo("high");
    assertThat(server.getSpec().getNodeSelector()).isEqualTo(Map.of("pool", "lab"));
    assertThat(server.getSpec().getImagePullSecrets())
        .containsExactly(new LocalObjectReference("registry"));
    assertThat(server.getSpec().getTopologySpreadConstraints()).as("none, as given").isEmpty();
    assertThat(server.getMetadata().getLabels())
        .containsEntry("team", "lab")
        .containsEntry("scalelab.dev/tier", "application");
    assertThat(server.getMetadata().getAnnotations())
        .containsEntry("owner", "me")
        .containsEntry("karpenter.sh/do-not-disrupt", "true");
    assertThat(
            balancer
                .balancer(given, configuration)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getPriorityClassName())
        .isEqualTo("low");
    DatabaseManifest database = new DatabaseManifest(Experiments.images());
    assertThat(
            Serialization.asJson(
                database.cluster(given, configuration, configuration.databases().get(0))))
        .contains("\"nodeSelector\":{\"disk\":\"ssd\"}", "\"operator\":\"Exists\"")
        .contains(
            "\"priorityClassName\":\"low\"", "\"imagePullSecrets\":[{\"name\":\"registry\"}]");
  }
}
