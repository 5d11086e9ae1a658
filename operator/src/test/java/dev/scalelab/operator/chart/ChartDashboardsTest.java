package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dashboards as resources of the Grafana operator. */
class ChartDashboardsTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String SERVED = "grafana.integreatly.org/v1beta1";

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    "true, grafana.enabled=false, true",
    "true, grafana.enabled=true, false",
    "true, 'grafana.enabled=false,dashboards.enabled=false', false",
    "true, 'grafana.enabled=false,dashboards.grafanaOperator.enabled=Never', false",
    "true, dashboards.grafanaOperator.enabled=Always, true",
    "true, 'grafana.enabled=false,dashboards.enabled=false,dashboards.grafanaOperator.enabled=Always', true",
    "false, dashboards.grafanaOperator.enabled=Always, false",
  })
  void thereIsOneForEachDashboardOnlyWhereTheyAreServedAndWanted(
      boolean served, String values, boolean made) {
    Chart chart = render(served, values);

    List<GenericKubernetesResource> resources = chart.kind("GrafanaDashboard");
    assertThat(resources).hasSize(made ? Chart.dashboards().size() : 0);
    for (GenericKubernetesResource resource : resources) {
      ConfigMap dashboard =
          chart.only(ConfigMap.class, resource.get("spec", "configMapRef", "name"));
      String key = resource.get("spec", "configMapRef", "key");
      assertThat(dashboard.getMetadata().getNamespace())
          .isEqualTo(resource.getMetadata().getNamespace());
      assertThat(dashboard.getData()).containsOnlyKeys(key);
    }
    assertThat(resources)
        .extracting(resource -> resource.<String>get("spec", "configMapRef", "key"))
        .containsExactlyInAnyOrderElementsOf(made ? Chart.dashboards() : List.of());
  }

  @Test
  void theyAreForTheGrafanasWithTheLabels() {
    Chart chart =
        render(
            true,
            "dashboards.grafanaOperator.enabled=Always,dashboards.grafanaOperator.instanceLabels.team=lab");

    assertThat(chart.kind("GrafanaDashboard"))
        .isNotEmpty()
        .allSatisfy(
            resource -> {
              assertThat(
                      resource.<Map<String, String>>get("spec", "instanceSelector", "matchLabels"))
                  .isEqualTo(Map.of("team", "lab"));
              assertThat(resource.<Boolean>get("spec", "allowCrossNamespaceImport")).isTrue();
            });
  }

  /** An API server removes what the kind does not have, and refuses values of another type. */
  @Test
  void theyConsistOfFieldsThatTheKindHas() {
    Chart chart =
        render(
            true,
            "dashboards.grafanaOperator.enabled=Always,dashboards.grafanaOperator.instanceLabels.tier=lab");

    for (GenericKubernetesResource resource : chart.kind("GrafanaDashboard")) {
      assertThat(resource.getApiVersion()).isEqualTo(SERVED);
      assertThat(resource.<Map<String, Object>>get("spec"))
          .isEqualTo(
              Map.of(
                  "instanceSelector",
                  Map.of("matchLabels", Map.of("tier", "lab")),
                  "allowCrossNamespaceImport",
                  true,
                  "folder",
                  "ScaleLab",
                  "configMapRef",
                  Map.of(
                      "name",
                      resource.getMetadata().getName(),
                      "key",
                      resource.<String>get("spec", "configMapRef", "key"))));
    }
  }

  @Test
  void aLabelThatIsNoStringIsRefused() {
    assertThat(
            Chart.refusal(
                "--set",
                "dashboards.grafanaOperator.enabled=Always,dashboards.grafanaOperator.instanceLabels.tier=1"))
        .contains("instanceLabels");
  }

  private static Chart render(boolean served, String values) {
    List<String> arguments = new ArrayList<>(List.of("--set", values));
    if (served) {
      arguments.addAll(List.of("--api-versions", SERVED));
    }
    return Chart.render(SYSTEM, arguments.toArray(String[]::new));
  }
}
