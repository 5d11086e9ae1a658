package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Login to the chart's Grafana: disabled, unless an administrator is configured. */
class ChartGrafanaTest {
  private static final String SYSTEM = "scalelab-system";

  @Test
  void twoRendersAreTheSameText() {
    for (String[] values :
        List.of(
            new String[] {},
            new String[] {"--set", "grafana.adminPassword=secret"},
            new String[] {"--set", "grafana.existingSecret=mine"},
            Chart.OTHER_PROMETHEUS)) {
      assertThat(Chart.text("scalelab", SYSTEM, values))
          .isEqualTo(Chart.text("scalelab", SYSTEM, values));
    }
  }

  @Test
  void byDefaultThereIsNoAdministratorAndNoLogin() {
    Chart chart = Chart.render(SYSTEM);
    assertThat(chart.all(Secret.class)).isEmpty();
    assertThat(environment(chart))
        .noneMatch(variable -> variable.getName().startsWith("GF_SECURITY_ADMIN_"));
    for (Map.Entry<String, String> expected :
        Map.of(
                "GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION", "true",
                "GF_AUTH_DISABLE_LOGIN_FORM", "true",
                "GF_AUTH_BASIC_ENABLED", "false",
                "GF_AUTH_ANONYMOUS_ENABLED", "true",
                "GF_AUTH_ANONYMOUS_ORG_ROLE", "Viewer")
            .entrySet()) {
      assertThat(environment(chart))
          .contains(new EnvVar(expected.getKey(), expected.getValue(), null));
    }
  }

  @Test
  void aGivenPasswordIsInASecretAndAChangeRestartsGrafana() {
    Chart chart = Chart.render(SYSTEM, "--set-string", "grafana.adminPassword=1e3");
    assertThat(chart.only(Secret.class, "scalelab-grafana").getStringData())
        .containsExactlyInAnyOrderEntriesOf(Map.of("admin-user", "admin", "admin-password", "1e3"));
    assertThat(secrets(chart)).containsOnly("scalelab-grafana").hasSize(2);
    assertThat(loginIsOff(chart)).isFalse();

    Chart changed = Chart.render(SYSTEM, "--set", "grafana.adminPassword=another");
    assertThat(template(changed).getMetadata().getAnnotations().get("checksum/secret"))
        .isNotBlank()
        .isNotEqualTo(template(chart).getMetadata().getAnnotations().get("checksum/secret"));
  }

  @Test
  void anExistingSecretTakesThePlaceOfAPassword() {
    Chart chart =
        Chart.render(SYSTEM, "--set", "grafana.existingSecret=mine,grafana.adminPassword=other");
    assertThat(chart.all(Secret.class)).isEmpty();
    assertThat(secrets(chart)).containsOnly("mine").hasSize(2);
    assertThat(loginIsOff(chart)).isFalse();
  }

  @Test
  void aGrafanaThatNoUserCouldViewIsRejected() {
    assertThat(Chart.refusal("--set", "grafana.anonymousViewer=false"))
        .contains("grafana.existingSecret", "grafana.anonymousViewer");
    assertThat(
            Chart.render(
                    SYSTEM, "--set", "grafana.anonymousViewer=false,grafana.existingSecret=mine")
                .all(Deployment.class))
        .isNotEmpty();
  }

  @Test
  void withoutGrafanaThereIsNoSecret() {
    assertThat(
            Chart.render(SYSTEM, "--set", "grafana.enabled=false,grafana.adminPassword=secret")
                .all(Secret.class))
        .isEmpty();
  }

  /** Whether the login form is switched off. */
  private static boolean loginIsOff(Chart chart) {
    return environment(chart).stream()
        .anyMatch(variable -> variable.getName().equals("GF_AUTH_DISABLE_LOGIN_FORM"));
  }

  /** The Secrets with the administrator's credentials. */
  private static List<String> secrets(Chart chart) {
    return environment(chart).stream()
        .filter(variable -> variable.getValueFrom() != null)
        .map(variable -> variable.getValueFrom().getSecretKeyRef().getName())
        .toList();
  }

  private static List<EnvVar> environment(Chart chart) {
    return template(chart).getSpec().getContainers().get(0).getEnv();
  }

  private static PodTemplateSpec template(Chart chart) {
    return chart.only(Deployment.class, "scalelab-grafana").getSpec().getTemplate();
  }
}
