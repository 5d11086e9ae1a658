package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manifest of two servers that wildfly-operator creates. */
class WildFlyServerManifestTest {
  private static final WildFlyServerManifest MANIFEST =
      new WildFlyServerManifest(Experiments.images(), TwoServers.MANIFEST);

  @Test
  void theWholeOfTheServers() {
    Golden.assertSame("wildfly-server.yaml", servers(Experiments.small("default"), true));
  }

  @Test
  void theOwnServersOfAUserAreProbedAtTheirOwnPath() {
    Golden.assertSame("own-wildfly-server.yaml", servers(Experiments.custom("default"), true));
  }

  @Test
  void theySeeOneAnotherByTheServiceOfScaleLabBeforeTheyAreReady() {
    assertThat(variable(servers(Experiments.small("default"), true), "CLUSTER_DNS"))
        .isEqualTo("small-base-2-app.default.svc.cluster.local");
  }

  @Test
  void theyWriteWhereWildFlyOperatorMountsAFolder() {
    assertThat(variable(servers(Experiments.small("default"), true), "SERVER_DIR"))
        .isEqualTo("/opt/wildfly/standalone/data");
  }

  @Test
  void aFileOfTheWorkloadIsWhereWildFlyOperatorMountsItsConfigMap() {
    GenericKubernetesResource servers = servers(Experiments.cells("default"), true);

    assertThat(servers.<List<String>>get("spec", "configMaps")).containsExactly("mine");
    assertThat(variable(servers, "CELLS_TABLE")).isEqualTo("/etc/configmaps/mine/own.csv");
  }

  @Test
  void allVariablesOfTheStatefulSetAreThere() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");

    assertThat(environment(servers(ecperf, true)))
        .containsAll(TwoServers.container(ecperf).getEnv());
  }

  @Test
  void whereNothingCanBeResizedTheyStartWithTheirLimit() {
    GenericKubernetesResource servers = servers(Experiments.small("default"), false);
    ResourceRequirements resources = servers.get("spec", "resources");

    assertThat(resources.getLimits()).isEqualTo(resources.getRequests());
    assertThat(resources.getLimits().get("cpu")).hasToString("300m");
  }

  @Test
  void labelsOfAUserArriveAtThePods() {
    ScalabilityExperiment labelled =
        Experiments.with(
            Experiments.small("default"),
            "system: {application: {pod: {labels: {team: checkout}}}}");

    assertThat(servers(labelled, true).getMetadata().getLabels())
        .containsEntry("team", "checkout")
        .containsEntry("scalelab.dev/tier", "application");
  }

  private static GenericKubernetesResource servers(ScalabilityExperiment of, boolean resizable) {
    Configuration two = Experiments.two(of);
    return MANIFEST.servers(of, two, TwoServers.group(two), resizable);
  }

  private static List<EnvVar> environment(GenericKubernetesResource servers) {
    Map<String, Object> spec = servers.get("spec");
    return List.of(Serialization.jsonMapper().convertValue(spec.get("env"), EnvVar[].class));
  }

  private static String variable(GenericKubernetesResource servers, String name) {
    return environment(servers).stream()
        .filter(variable -> variable.getName().equals(name))
        .findFirst()
        .orElseThrow()
        .getValue();
  }
}
