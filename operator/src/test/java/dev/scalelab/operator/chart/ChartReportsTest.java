package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.chart.Fences.End;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The server of report pages runs only where it is wanted, and with no rights. */
class ChartReportsTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String NAME = "scalelab-reports";
  private static final String LABS = "experimentNamespaces={lab-a,lab-b}";

  private static Chart with() {
    return Chart.render(SYSTEM, "--set", LABS + ",reports.enabled=true");
  }

  private static Stream<String> names(Chart chart) {
    return chart.objects().stream()
        .map(object -> object.getKind() + " " + object.getMetadata().getName());
  }

  @Test
  void itIsAddedAloneIfWanted() {
    List<String> before = names(Chart.render(SYSTEM, "--set", LABS)).toList();

    assertThat(before).noneMatch(name -> name.contains(NAME));
    assertThat(names(with()).filter(name -> !before.contains(name)))
        .containsExactlyInAnyOrder(
            "Deployment " + NAME, "Service " + NAME, "NetworkPolicy " + NAME);
  }

  @Test
  void itHasNoTokenAndOnlyTheCertificateOfTheApiServer() {
    PodSpec pod = pod(with());

    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getServiceAccountName()).isNull();
    assertThat(pod.getVolumes())
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.getConfigMap().getName()).isEqualTo("kube-root-ca.crt");
              assertThat(volume.getConfigMap().getItems())
                  .extracting(item -> item.getPath())
                  .containsExactly("ca.crt");
            });
  }

  @Test
  void itListsTheNamespacesOfExperiments() {
    var container = pod(with()).getContainers().get(0);

    assertThat(container.getImage()).isEqualTo("ghcr.io/scalelab/reports:0.1.0");
    assertThat(container.getArgs()).containsExactly("--listen=:8080", "--namespaces=lab-a,lab-b");
  }

  @Test
  void itKnowsItsMemoryLimit() {
    assertThat(pod(with()).getContainers().get(0).getEnv())
        .singleElement()
        .satisfies(
            variable -> {
              assertThat(variable.getName()).isEqualTo("MEMORY_LIMIT");
              assertThat(variable.getValueFrom().getResourceFieldRef().getResource())
                  .isEqualTo("limits.memory");
            });
  }

  @Test
  void itsServiceLeadsToIt() {
    Chart chart = with();

    assertThat(chart.only(Deployment.class, NAME).getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(chart.only(Service.class, NAME).getSpec().getSelector());
  }

  @Test
  void itServesEveryoneAndReachesTheApiServerAlone() {
    Chart chart = with();
    Fences fences = new Fences(chart.all(NetworkPolicy.class));
    End reports = end(chart, NAME);
    End elsewhere = new End("elsewhere", Map.of(), Map.of());

    assertThat(fences.allow(elsewhere, reports, 8080)).isTrue();
    assertThat(fences.allow(reports, elsewhere, 6443)).as("the API server").isTrue();
    assertThat(fences.allow(reports, elsewhere, 80)).isFalse();
    assertThat(fences.allow(reports, end(chart, "scalelab-prometheus"), 9090)).isFalse();
    assertThat(fences.allow(reports, end(chart, "scalelab-operator"), 8080)).isFalse();
  }

  @Test
  void itIsNotFencedWhereNothingIs() {
    assertThat(
            Chart.render(SYSTEM, "--set", "reports.enabled=true,networkPolicy.enabled=false")
                .objects())
        .extracting(HasMetadata::getKind)
        .doesNotContain("NetworkPolicy")
        .contains("Deployment");
  }

  private static PodSpec pod(Chart chart) {
    return chart.only(Deployment.class, NAME).getSpec().getTemplate().getSpec();
  }

  private static End end(Chart chart, String deployment) {
    var template = chart.only(Deployment.class, deployment).getSpec().getTemplate();
    return new End(
        SYSTEM,
        template.getMetadata().getLabels(),
        template.getSpec().getContainers().get(0).getPorts().stream()
            .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort)));
  }
}
