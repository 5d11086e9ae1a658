package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.TwoServers.container;
import static dev.scalelab.operator.testbed.TwoServers.environment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manifest of the application servers for a trial of two. */
class ServersManifestTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");

  @Test
  void theWholeOfTheServers() {
    Golden.assertSame("servers.yaml", TwoServers.servers(experiment));
  }

  @Test
  void serversFindEachOtherBeforeTheyAreReady() {
    var service = TwoServers.service(experiment).getSpec();
    assertThat(service.getClusterIP()).isEqualTo("None");
    assertThat(service.getPublishNotReadyAddresses()).isTrue();
  }

  @Test
  void serversKnowTheirDatabaseTheirClusterAndTheirSize() {
    assertThat(environment(experiment))
        .containsEntry("DB_HOST", "small-base-db-rw")
        .containsEntry("DB_NAME", "ecperf")
        .containsEntry("CLUSTER_DNS", "small-base-2-app.default.svc.cluster.local")
        .containsEntry("HEAP", "384m")
        .containsEntry("POOL_MAX_SIZE", "10")
        .containsEntry("POOL_MIN_SIZE", "5")
        .containsEntry("SESSION_COPIES", "2")
        .containsEntry("BEAN_COPIES", "2")
        .containsEntry("ACTIVE_PROCESSORS", "1");
  }

  @Test
  void aServerThatIsAloneLooksForNoOther() {
    Configuration alone = Planner.plan("small", experiment.getSpec()).configurations().get(0);

    assertThat(alone.replicas()).isEqualTo(1);
    assertThat(ServerEnvironment.of(alone, TwoServers.group(alone), "small-base-1-app"))
        .extracting(EnvVar::getName)
        .contains("POD_IP")
        .doesNotContain("CLUSTER_DNS");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "'workload: {type: Cart, cart: {}}', none, none",
        "'{workload: {type: Cart, cart: {}}, system: {state: {web: {cache: Local}, bean: {cache: Replicated}}}}', local, replicated",
        "'workload: {type: Bookstore, bookstore: {}}', none, local",
        "'{workload: {type: Bookstore, bookstore: {}}, system: {state: {location: StatefulBean, bean: {handle: Cookie}}}}', local, none",
        "'{workload: {type: Cells, cells: {}}, system: {state: {location: None}}}', local, local"
      })
  void cachesThatAreNotUsedAreNotStarted(String change, String sessions, String beans) {
    Map<String, String> environment =
        environment(Experiments.with(Experiments.small("default"), change));

    assertThat(environment.get("SESSION_CACHE")).isEqualTo(sessions);
    assertThat(environment.get("BEAN_CACHE")).isEqualTo(beans);
  }

  @Test
  void thePageExistsOnlyWhenRequested() {
    assertThat(
            environment(
                Experiments.with(
                    Experiments.small("default"), "system: {application: {page: true}}")))
        .containsEntry("PAGE", "true");
    assertThat(environment(Experiments.small("default"))).doesNotContainKey("PAGE");
  }

  @Test
  void serversStartWithMoreCpuThanTheyAreMeasuredAt() {
    ResourceRequirements resources = container(experiment).getResources();
    assertThat(resources.getLimits().get("cpu")).hasToString("1500m");
    assertThat(resources.getRequests().get("cpu")).hasToString("300m");
  }

  /** The QoS class of a pod must not change by the resize. */
  @Test
  void memoryRequestsKeepServersBurstableThroughTheResize() {
    ResourceRequirements resources = container(experiment).getResources();
    assertThat(resources.getLimits().get("memory")).hasToString("768Mi");
    assertThat(resources.getRequests().get("memory")).hasToString("767Mi");
  }

  @Test
  void whereNothingCanBeResizedServersStartWithTheirLimit() {
    Container server = container(TwoServers.servers(experiment, false));
    ResourceRequirements resources = server.getResources();
    assertThat(resources.getLimits()).isEqualTo(resources.getRequests());
    assertThat(resources.getLimits().get("cpu")).hasToString("300m");
    assertThat(server.getResizePolicy()).isEmpty();
  }
}
