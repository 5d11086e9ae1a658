package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.TwoServers.container;
import static dev.scalelab.operator.testbed.TwoServers.environment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.VolumeMount;
import org.junit.jupiter.api.Test;

/** The servers of each workload, and of a user's own application. */
class WorkloadServersTest {
  @Test
  void serversOfACartKnowOfNoDatabase() {
    assertThat(environment(Experiments.cart("default")))
        .containsEntry("WORKLOAD", "cart")
        .containsEntry("CART_STATE_BYTES", "10240")
        .doesNotContainKeys("DB_HOST", "DB_NAME", "BEAN_HANDLE", "SESSION_CACHE");
  }

  @Test
  void serversOfACartKnowThatClientsHaveTheReferencesToBeans() {
    assertThat(
            environment(
                Experiments.with(
                    Experiments.cart("default"), "system: {state: {bean: {handle: Cookie}}}")))
        .containsEntry("BEAN_HANDLE", "cookie")
        .containsEntry("SESSION_CACHE", "local")
        .doesNotContainKeys("BEAN_CACHE");
  }

  @Test
  void serversOfTheBookStoreKnowWhereStateIsKept() {
    assertThat(environment(Experiments.bookstore("default")))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("BOOKSTORE_STATE", "bean")
        .containsEntry("DB_NAME", "bookstore");
  }

  @Test
  void serversOfThePortalKnowTheirCacheAndTheirListeners() {
    assertThat(environment(Experiments.portal("default")))
        .containsEntry("WORKLOAD", "portal")
        .containsEntry("PORTAL_CACHE", "owner")
        .containsEntry("PORTAL_LISTENERS", "3")
        .containsEntry("PORTAL_MAX_AGE_MILLIS", "1500")
        .containsEntry("DB_NAME", "portal");
  }

  @Test
  void serversOfCellsReadTheirTableFromTheConfigMap() {
    ScalabilityExperiment cells = Experiments.cells("default");
    assertThat(environment(cells))
        .containsEntry("WORKLOAD", "cells")
        .containsEntry("CELLS_TABLE", "/etc/scalelab/workload/own.csv")
        .doesNotContainKeys("DB_HOST", "DB_NAME");
    PodSpec pod = TwoServers.servers(cells).getSpec().getTemplate().getSpec();
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getName().equals("workload"))
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.getConfigMap().getName()).isEqualTo("mine");
              assertThat(volume.getConfigMap().getItems())
                  .containsExactly(new KeyToPath("own.csv", null, "own.csv"));
            });
    assertThat(pod.getContainers().get(0).getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("workload"))
        .singleElement()
        .satisfies(
            mount -> {
              assertThat(mount.getMountPath()).isEqualTo("/etc/scalelab/workload");
              assertThat(mount.getReadOnly()).isTrue();
            });
  }

  @Test
  void theWholeOfTheServersOfAnOwnApplication() {
    ScalabilityExperiment own = Experiments.custom("default");
    Golden.assertSame("own-servers.yaml", TwoServers.servers(own));
    assertThat(TwoServers.service(own).getSpec().getPorts())
        .extracting(ServicePort::getName, ServicePort::getPort)
        .as("metrics on the port for requests")
        .containsExactly(tuple("metrics", 8080));
  }

  /** Kubernetes replaces $$ by $, and $(NAME) by the variable's value. */
  @Test
  void dollarsOfTheUsersArriveAsWritten() {
    ScalabilityExperiment own = Experiments.custom("default");
    Experiments.with(
        own,
        """
        system:
          application:
            jvmOptions: ["-Da=$(HEAP)", "-Db=$$", "-Dc=$d"]
            env: [{name: SHELVES, value: $(POD_NAME)}]
        """);

    assertThat(environment(own))
        .containsEntry("JAVA_OPTS_APPEND", "-Da=$$(HEAP) -Db=$$$$ -Dc=$$d")
        .containsEntry("SHELVES", "$$(POD_NAME)");
  }

  @Test
  void variablesOfTheUserMayComeFromASecret() {
    ScalabilityExperiment own = Experiments.custom("default");
    Experiments.with(
        own,
        "system: {application: {env: [{name: KEY, valueFrom: {secretKeyRef: {name: s, key: k}}}]}}");

    assertThat(container(own).getEnv())
        .filteredOn(variable -> variable.getName().equals("KEY"))
        .singleElement()
        .satisfies(
            variable -> {
              assertThat(variable.getValueFrom().getSecretKeyRef().getName()).isEqualTo("s");
              assertThat(variable.getValueFrom().getSecretKeyRef().getKey()).isEqualTo("k");
            });
  }

  @Test
  void aFolderThatTheUserNamesCanBeWritten() {
    ScalabilityExperiment own = Experiments.custom("default");
    Experiments.with(
        own, "system: {application: {writableFolders: [/opt/shop/tmp, /var/cache/.shop]}}");

    assertThat(container(own).getVolumeMounts())
        .extracting(VolumeMount::getName, VolumeMount::getMountPath)
        .contains(tuple("folder-0", "/opt/shop/tmp"), tuple("folder-1", "/var/cache/.shop"));
    assertThat(TwoServers.servers(own).getSpec().getTemplate().getSpec().getVolumes())
        .filteredOn(volume -> volume.getName().startsWith("folder-"))
        .hasSize(2)
        .allSatisfy(volume -> assertThat(volume.getEmptyDir()).isNotNull());
  }
}
