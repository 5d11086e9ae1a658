package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.support.Variables;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The chart's objects follow its values. */
class ChartObjectsTest {
  private static final String SYSTEM = "scalelab-system";

  private static Container container(Chart chart, String deployment) {
    return chart
        .only(Deployment.class, deployment)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0);
  }

  private static Map<String, String> environment(Chart chart) {
    return Variables.of(container(chart, "scalelab-operator"));
  }

  @Test
  void theOperatorGetsImagesNamespacesAndPrometheus() {
    Chart chart = Chart.render(SYSTEM, "--set", "experimentNamespaces={lab-a,lab-b}");
    assertThat(container(chart, "scalelab-operator").getImage())
        .isEqualTo("ghcr.io/scalelab/operator:0.1.0");
    assertThat(environment(chart))
        .containsEntry("QUARKUS_OPERATOR_SDK_NAMESPACES", "lab-a,lab-b")
        .containsEntry("SCALELAB_IMAGES_BENCHMARK_APP", "ghcr.io/scalelab/benchmark-app:0.1.0")
        .containsEntry("SCALELAB_IMAGES_LOAD_GENERATOR", "ghcr.io/scalelab/load-generator:0.1.0")
        .containsEntry("SCALELAB_IMAGES_HAPROXY", "docker.io/library/haproxy:3.0")
        .containsEntry(
            "SCALELAB_PROMETHEUS_URL", "http://scalelab-prometheus.scalelab-system:9090");
  }

  @Test
  void experimentsQueueForNodesUnlessTheyMayShareThem() {
    assertThat(environment(Chart.render(SYSTEM)))
        .containsEntry("SCALELAB_EXPERIMENTS_SHARE_NODES", "false");
    assertThat(environment(Chart.render(SYSTEM, "--set", "experiments.shareNodes=true")))
        .containsEntry("SCALELAB_EXPERIMENTS_SHARE_NODES", "true");
  }

  @Test
  void nodesAreWaitedForUnlessTheyAreCreatedOnDemand() {
    assertThat(environment(Chart.render(SYSTEM)))
        .containsEntry("SCALELAB_EXPERIMENTS_NODES_ON_DEMAND", "false");
    assertThat(environment(Chart.render(SYSTEM, "--set", "experiments.nodesOnDemand=true")))
        .containsEntry("SCALELAB_EXPERIMENTS_NODES_ON_DEMAND", "true");
  }

  @Test
  void anImageWithATagOrDigestIsTakenAsItIs() {
    Chart chart =
        Chart.render(
            SYSTEM,
            "--set",
            "images.operator=registry:5000/operator@sha256:abc,images.benchmarkApp=localhost/app:1,"
                + "images.loadGenerator=registry:5000/load-generator");
    assertThat(container(chart, "scalelab-operator").getImage())
        .isEqualTo("registry:5000/operator@sha256:abc");
    assertThat(environment(chart))
        .containsEntry("SCALELAB_IMAGES_BENCHMARK_APP", "localhost/app:1")
        .containsEntry("SCALELAB_IMAGES_LOAD_GENERATOR", "registry:5000/load-generator:0.1.0");
  }

  @Test
  void anExistingPrometheusTakesThePlaceOfTheChartsOwn() {
    Chart chart = Chart.render(SYSTEM, Chart.OTHER_PROMETHEUS);
    assertThat(environment(chart))
        .containsEntry("SCALELAB_PROMETHEUS_URL", "http://prometheus.monitoring:9090");
    assertThat(chart.objects())
        .extracting(object -> object.getMetadata().getName())
        .noneMatch(name -> name.startsWith("scalelab-prometheus"));
    assertThat(Chart.refusal("--set", "prometheus.enabled=false")).contains("prometheus.url");
  }

  @Test
  void prometheusKeepsItsSamplesAsLongAsAsked() {
    assertThat(container(Chart.render(SYSTEM), "scalelab-prometheus").getArgs())
        .contains("--storage.tsdb.retention.time=15d", "--storage.tsdb.retention.size=4GB")
        .noneMatch(argument -> argument.contains("enable-lifecycle"))
        .noneMatch(argument -> argument.contains("enable-admin-api"));
    assertThat(Chart.render(SYSTEM).all(PersistentVolumeClaim.class)).isEmpty();
    Chart kept =
        Chart.render(
            SYSTEM,
            "--set",
            "prometheus.persistence.enabled=true,prometheus.persistence.storageClass=fast");
    assertThat(kept.all(PersistentVolumeClaim.class))
        .singleElement()
        .satisfies(claim -> assertThat(claim.getSpec().getStorageClassName()).isEqualTo("fast"));
    assertThat(
            kept.only(Deployment.class, "scalelab-prometheus")
                .getSpec()
                .getTemplate()
                .getSpec()
                .getVolumes())
        .extracting(Volume::getPersistentVolumeClaim)
        .filteredOn(Objects::nonNull)
        .singleElement()
        .satisfies(claim -> assertThat(claim.getClaimName()).isEqualTo("scalelab-prometheus"));
  }

  @Test
  void aChangedConfigurationRestartsPrometheus() {
    assertThat(configurationChecksum("--set", "prometheus.scrapeInterval=2s"))
        .isNotEqualTo(configurationChecksum())
        .isNotBlank();
  }

  private static String configurationChecksum(String... arguments) {
    return Chart.render(SYSTEM, arguments)
        .only(Deployment.class, "scalelab-prometheus")
        .getSpec()
        .getTemplate()
        .getMetadata()
        .getAnnotations()
        .get("checksum/config");
  }

  @Test
  void everyDashboardIsInALabelledConfigMapOfItsOwn() throws Exception {
    Chart chart =
        Chart.render(
            SYSTEM,
            "--set",
            "grafana.enabled=false,dashboards.label=my_label,dashboards.labelValue=yes");
    var dashboards =
        chart.all(ConfigMap.class).stream()
            .filter(map -> map.getMetadata().getName().startsWith("scalelab-dashboard-"))
            .toList();
    assertThat(dashboards).hasSize(Chart.dashboards().size());
    for (ConfigMap dashboard : dashboards) {
      assertThat(dashboard.getMetadata().getLabels()).containsEntry("my_label", "yes");
      var file = dashboard.getData().entrySet().iterator().next();
      ObjectMapper json = new ObjectMapper();
      assertThat(json.readTree(file.getValue()))
          .isEqualTo(json.readTree(Chart.file("files/dashboards/" + file.getKey())));
    }
  }

  @Test
  void grafanaIsGivenEveryDashboardAndItsDataSource() {
    Chart chart = Chart.render(SYSTEM, "--set", "dashboards.enabled=false");
    Volume volume =
        chart
            .only(Deployment.class, "scalelab-grafana")
            .getSpec()
            .getTemplate()
            .getSpec()
            .getVolumes()
            .stream()
            .filter(candidate -> "dashboards".equals(candidate.getName()))
            .findFirst()
            .orElseThrow();
    assertThat(volume.getProjected().getSources())
        .hasSize(Chart.dashboards().size())
        .allSatisfy(source -> chart.only(ConfigMap.class, source.getConfigMap().getName()));
    assertThat(chart.only(ConfigMap.class, "scalelab-grafana").getData().get("datasources.yaml"))
        .contains(
            "uid: scalelab-prometheus", "url: \"http://scalelab-prometheus.scalelab-system:9090\"");
  }

  @Test
  void twoOperatorsAreNotDrainedAtOnce() {
    assertThat(Chart.render(SYSTEM).all(PodDisruptionBudget.class)).isEmpty();
    assertThat(Chart.render(SYSTEM, "--set", "operator.replicas=2").all(PodDisruptionBudget.class))
        .hasSize(1);
  }

  @Test
  void everyTierIsFencedInEveryNamespaceOfExperiments() {
    Chart chart = Chart.render(SYSTEM, "--set", "experimentNamespaces={lab-a,lab-b}");
    for (String namespace : new String[] {"lab-a", "lab-b"}) {
      assertThat(chart.all(NetworkPolicy.class))
          .filteredOn(policy -> namespace.equals(policy.getMetadata().getNamespace()))
          .extracting(
              policy -> policy.getSpec().getPodSelector().getMatchLabels().get("scalelab.dev/tier"))
          .containsExactlyInAnyOrder(tiers().toArray(String[]::new));
    }
    assertThat(
            Chart.render(SYSTEM, "--set", "networkPolicy.enabled=false").all(NetworkPolicy.class))
        .isEmpty();
  }

  @Test
  void servicesAndPodsFindEachOther() {
    Chart chart = Chart.render(SYSTEM);
    for (Service service : chart.all(Service.class)) {
      var labels =
          chart
              .only(Deployment.class, service.getMetadata().getName())
              .getSpec()
              .getTemplate()
              .getMetadata()
              .getLabels();
      assertThat(labels).containsAllEntriesOf(service.getSpec().getSelector());
    }
  }

  @Test
  void namespacesAreNamedOnEverythingThatHasOne() {
    assertThat(Chart.render(SYSTEM).objects())
        .filteredOn(object -> !object.getKind().startsWith("Cluster"))
        .extracting(HasMetadata::getMetadata)
        .allSatisfy(metadata -> assertThat(metadata.getNamespace()).isIn(SYSTEM, "default"));
  }

  /** Of all components, and of the Jobs of datasets. */
  private static Stream<String> tiers() {
    return Stream.concat(Parts.tiers().stream(), Stream.of(Tier.DATASET)).map(Tier::label);
  }
}
