package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Manifests for a trial of two servers. */
class ManifestsTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final Configuration trial = Experiments.two(experiment);
  private final ApplicationManifest application =
      new ApplicationManifest(Experiments.images(), Experiments.settings());
  private final BalancerManifest balancer = new BalancerManifest(Experiments.images(), application);

  @Test
  void theWholeOfTheServers() {
    Golden.assertSame("servers.yaml", application.servers(experiment, trial, true));
  }

  @Test
  void theWholeOfTheBalancer() {
    Golden.assertSame("balancer.yaml", balancer.balancer(experiment, trial));
  }

  @Test
  void theWholeOfTheSuppliers() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    SupplierManifest supplier = new SupplierManifest(Experiments.images(), Experiments.settings());
    Golden.assertSame("supplier.yaml", supplier.emulator(ecperf, Experiments.two(ecperf)));
  }

  @Test
  void serversAndSuppliersFindEachOther() {
    ScalabilityExperiment ecperf = Experiments.ecperf("default");
    Service service =
        new SupplierManifest(Experiments.images(), Experiments.settings())
            .service(ecperf, Experiments.two(ecperf));
    assertThat(environment(ecperf))
        .containsEntry("SUPPLIER_URL", "http://" + service.getMetadata().getName() + ":8080");
    assertThat(service.getSpec().getPorts()).extracting(ServicePort::getPort).containsExactly(8080);
    assertThat(environment(experiment)).doesNotContainKey("SUPPLIER_URL");
  }

  @Test
  void theWholeOfTheDatabase() {
    Golden.assertSame("database.yaml", databases(experiment, trial).get(0));
  }

  @Test
  void theWholeOfOneOfTwoDatabases() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    List<HasMetadata> databases = databases(two, Experiments.two(two));
    assertThat(databases)
        .extracting(database -> database.getMetadata().getName())
        .containsExactly("small-base-db-orders", "small-base-db-plant");
    Golden.assertSame("database-of-two.yaml", databases.get(1));
  }

  /** Each instance, and so any new primary, is on a node of the selector. */
  @Test
  void theWholeOfADatabaseWithReplicas() {
    ScalabilityExperiment replicas = Experiments.with(Experiments.small("default"), REPLICAS);
    Golden.assertSame(
        "database-with-replicas.yaml", databases(replicas, Experiments.two(replicas)).get(0));
  }

  @Test
  void serversReadAtReplicas() {
    assertThat(environment(Experiments.with(Experiments.small("default"), REPLICAS)))
        .containsEntry("DB_HOST", "small-base-db-rw")
        .containsEntry("DB_READS_HOST", "small-base-db-ro");
    assertThat(environment(Experiments.small("default"))).doesNotContainKey("DB_READS_HOST");
  }

  @Test
  void eachDatabaseThatIsReadAtReplicasHasItsOwn() {
    assertThat(
            environment(
                Experiments.with(
                    Experiments.small("default"),
                    """
                    system:
                      databases:
                        - {name: rest, domains: [Corporate, Supplier], instances: 2, reads: Replicas}
                        - {name: orders, domains: [Customer, Manufacturing]}
                    """)))
        .containsEntry("DB_CORPORATE_READS_HOST", "small-base-db-rest-ro")
        .doesNotContainKey("DB_READS_HOST");
  }

  private static final String REPLICAS =
      "system: {databases: [{name: main, instances: 3, reads: Replicas}]}";

  private static List<HasMetadata> databases(ScalabilityExperiment of, Configuration t) {
    return t.databases().stream()
        .<HasMetadata>map(one -> new DatabaseManifest(Experiments.images()).cluster(of, t, one))
        .toList();
  }

  @Test
  void serversReachEachDomainInItsDatabase() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    assertThat(environment(two))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_NAME", "ecperf")
        .containsEntry("DB_MANUFACTURING_HOST", "small-base-db-plant-rw")
        .containsEntry("DB_SUPPLIER_HOST", "small-base-db-plant-rw")
        .as("port and name are as for all, and so is what is beside the customer domain")
        .doesNotContainKeys("DB_MANUFACTURING_NAME", "DB_CUSTOMER_HOST", "DB_CORPORATE_HOST");
    assertThat(secrets(two))
        .containsEntry("DB_PASSWORD", "small-base-db-orders-app")
        .containsEntry("DB_SUPPLIER_USER", "small-base-db-plant-app")
        .containsEntry("DB_SUPPLIER_PASSWORD", "small-base-db-plant-app");
  }

  @Test
  void theFirstDatabaseIsWhereTheCustomerDomainIs() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    Experiments.with(
        two,
        """
        system:
          databases:
            - {name: rest, domains: [Corporate, Supplier, Manufacturing]}
            - {name: orders, domains: [Customer]}
        """);
    assertThat(environment(two))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_CORPORATE_HOST", "small-base-db-rest-rw");
  }

  /** Names of the secrets for the servers' variables. */
  private Map<String, String> secrets(ScalabilityExperiment of) {
    return container(of).getEnv().stream()
        .filter(variable -> variable.getValueFrom() != null)
        .filter(variable -> variable.getValueFrom().getSecretKeyRef() != null)
        .collect(
            Collectors.toMap(
                EnvVar::getName, variable -> variable.getValueFrom().getSecretKeyRef().getName()));
  }

  @Test
  void serversStartWithMoreCpuThanTheyAreMeasuredAt() {
    ResourceRequirements resources = server(true).getResources();
    assertThat(resources.getLimits().get("cpu")).hasToString("1500m");
    assertThat(resources.getRequests().get("cpu")).hasToString("300m");
  }

  /** The QoS class of a pod must not change by the resize. */
  @Test
  void memoryRequestsKeepServersBurstableThroughTheResize() {
    ResourceRequirements resources = server(true).getResources();
    assertThat(resources.getLimits().get("memory")).hasToString("768Mi");
    assertThat(resources.getRequests().get("memory")).hasToString("767Mi");
  }

  @Test
  void whereNothingCanBeResizedServersStartWithTheirShare() {
    ResourceRequirements resources = server(false).getResources();
    assertThat(resources.getLimits()).isEqualTo(resources.getRequests());
    assertThat(resources.getLimits().get("cpu")).hasToString("300m");
    assertThat(server(false).getResizePolicy()).isEmpty();
  }

  @Test
  void serversOfACartKnowOfNoDatabase() {
    assertThat(environment(Experiments.cart("default")))
        .containsEntry("WORKLOAD", "cart")
        .containsEntry("CART_STATE_BYTES", "10240")
        .doesNotContainKeys("DB_HOST", "DB_NAME");
  }

  @Test
  void serversOfTheBookStoreKnowWhereStateIsKept() {
    assertThat(environment(Experiments.bookstore("default")))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("BOOKSTORE_STATE", "bean")
        .containsEntry("DB_NAME", "bookstore");
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
  void serversOfCellsReadTheirTableFromTheConfigMap() {
    ScalabilityExperiment cells = Experiments.cells("default");
    assertThat(environment(cells))
        .containsEntry("WORKLOAD", "cells")
        .containsEntry("CELLS_TABLE", "/etc/scalelab/workload/own.csv")
        .doesNotContainKeys("DB_HOST", "DB_NAME");
    PodSpec pod =
        application.servers(cells, Experiments.two(cells), true).getSpec().getTemplate().getSpec();
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
  void withoutKeepAliveTheBalancerKeepsNoConnectionEither() {
    ScalabilityExperiment cells = Experiments.cells("default");
    assertThat(balancer.configuration(cells, Experiments.two(cells)).getData().values())
        .singleElement()
        .asString()
        .contains("option httpclose");
    assertThat(balancer.configuration(experiment, trial).getData().values())
        .singleElement()
        .asString()
        .doesNotContain("option httpclose");
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
  void theWholeOfTheServersOfAnOwnApplication() {
    ScalabilityExperiment own = Experiments.custom("default");
    Golden.assertSame("own-servers.yaml", application.servers(own, Experiments.two(own), true));
    assertThat(application.service(own, Experiments.two(own)).getSpec().getPorts())
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
    Configuration t =
        Planner.plan("small", given.getSpec(), chart, List.of()).configurations().get(1);

    PodTemplateSpec server = application.servers(given, t, true).getSpec().getTemplate();
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
    assertThat(balancer.balancer(given, t).getSpec().getTemplate().getSpec().getPriorityClassName())
        .isEqualTo("low");
    assertThat(Serialization.asJson(databases(given, t).get(0)))
        .contains("\"nodeSelector\":{\"disk\":\"ssd\"}", "\"operator\":\"Exists\"")
        .contains(
            "\"priorityClassName\":\"low\"", "\"imagePullSecrets\":[{\"name\":\"registry\"}]");
  }

  private Container container(ScalabilityExperiment of) {
    return application
        .servers(of, Experiments.two(of), true)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0);
  }

  private Map<String, String> environment(ScalabilityExperiment of) {
    return application
        .servers(of, Experiments.two(of), true)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0)
        .getEnv()
        .stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }

  @Test
  void serversKnowTheirDatabaseTheirClusterAndTheirSize() {
    Map<String, String> values =
        server(true).getEnv().stream()
            .filter(variable -> variable.getValue() != null)
            .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
    assertThat(values)
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
  void credentialsAreReferencesToTheDatabasesOwnSecret() {
    EnvVar password =
        server(true).getEnv().stream()
            .filter(variable -> variable.getName().equals("DB_PASSWORD"))
            .findFirst()
            .orElseThrow();
    assertThat(password.getValueFrom().getSecretKeyRef().getName()).isEqualTo("small-base-db-app");
  }

  @Test
  void serversFindEachOtherBeforeTheyAreReady() {
    var service = application.service(experiment, trial).getSpec();
    assertThat(service.getClusterIP()).isEqualTo("None");
    assertThat(service.getPublishNotReadyAddresses()).isTrue();
  }

  private Container server(boolean resizable) {
    return application
        .servers(experiment, trial, resizable)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0);
  }
}
