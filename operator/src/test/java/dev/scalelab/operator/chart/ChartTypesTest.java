package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Strings are rendered as strings, whatever the name: in YAML, 1234 is a number and true a boolean.
 */
class ChartTypesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Valid names of namespaces that YAML 1.1 does not read as strings. */
  private static final List<String> NUMBERLIKE =
      List.of("1234", "1e3", "0x10", "true", "null", "on", "yes", "2026-11-25");

  /** Fields whose values the API server also accepts as numbers. */
  private static final Pattern QUANTITY =
      Pattern.compile(".*/(requests|limits)/(cpu|memory|storage)");

  private static final String[] EVERYTHING = {
    "--api-versions",
    "monitoring.coreos.com/v1",
    "--api-versions",
    "grafana.integreatly.org/v1beta1",
    "--set",
    "dashboards.grafanaOperator.enabled=Always,monitors.enabled=Always,prometheus.persistence.enabled=true,operator.replicas=2,reports.enabled=true",
    "--set-string",
    String.join(
        ",",
        "experimentNamespaces={" + String.join(",", NUMBERLIKE) + "}",
        "networkPolicy.cloudNativePGNamespace=77",
        "images.operator=1",
        "images.benchmarkApp=2:3",
        "images.loadGenerator=4:5",
        "images.reports=6",
        "images.haproxy=66",
        "images.postgresql=77",
        "images.prometheus=88",
        "images.grafana=99",
        "images.pullSecrets={1e3}",
        "clusterDomain=10",
        "operator.priorityClassName=1",
        "operator.nodeSelector.zone=1",
        "operator.serviceAccountAnnotations.role=true",
        "prometheus.persistence.storageClass=1",
        "prometheus.nodeSelector.zone=1e3",
        "reports.nodeSelector.zone=1e3",
        "grafana.existingSecret=1",
        "grafana.nodeSelector.zone=no",
        "dashboards.label=1",
        "dashboards.labelValue=true",
        "dashboards.grafanaOperator.instanceLabels.team=1",
        "monitors.labels.release=1")
  };

  /** The chart rendered for an existing Prometheus with credentials, and a given password. */
  private static final String[] ELSEWHERE = {
    "--set-string",
    String.join(
        ",",
        "prometheus.url=http://1234",
        "prometheus.auth.existingSecret=1",
        "prometheus.auth.usernameKey=2",
        "prometheus.auth.passwordKey=1e3",
        "prometheus.ca.existingConfigMap=0x10",
        "prometheus.ca.key=true",
        "grafana.adminPassword=1e3"),
    "--set",
    "prometheus.enabled=false"
  };

  static Stream<Arguments> values() {
    return Stream.of(EVERYTHING, ELSEWHERE).map(values -> Arguments.of((Object) values));
  }

  @ParameterizedTest
  @MethodSource("values")
  void everyStringIsWrittenAsOne(String[] values) {
    List<String> wrong = new ArrayList<>();
    for (Object document : new Yaml().loadAll(Chart.text("1e3", "5678", values))) {
      JsonNode raw = JSON.valueToTree(document);
      KubernetesResource typed = Serialization.unmarshal(raw.toString());
      if (!(typed instanceof GenericKubernetesResource)) {
        compare(raw, JSON.valueToTree(typed), raw.path("kind").asText(), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The typed object has a string wherever Kubernetes requires one, and so must the text. */
  private static void compare(JsonNode raw, JsonNode typed, String path, List<String> wrong) {
    if (typed.isTextual() && !raw.isTextual() && !QUANTITY.matcher(path).matches()) {
      wrong.add(path + ": " + raw);
    }
    raw.fields()
        .forEachRemaining(
            field ->
                compare(
                    field.getValue(),
                    typed.path(field.getKey()),
                    path + "/" + field.getKey(),
                    wrong));
    for (int i = 0; i < raw.size() && raw.isArray(); i++) {
      compare(raw.get(i), typed.path(i), path + "/" + i, wrong);
    }
  }

  @Test
  void theMonitorsNamespacesAreStrings() {
    JsonNode spec =
        JSON.valueToTree(
            Chart.render("5678", EVERYTHING)
                .kind("PodMonitor")
                .get(0)
                .getAdditionalProperties()
                .get("spec"));
    assertThat(strings(spec.at("/namespaceSelector/matchNames"))).isEqualTo(NUMBERLIKE);
  }

  @Test
  void theConfigurationsOfPrometheusAndGrafanaNameThemAsStrings() {
    Chart chart = Chart.render("5678", EVERYTHING);
    JsonNode prometheus = yaml(chart, "scalelab-prometheus", "prometheus.yml");
    TreeSet<String> named = new TreeSet<>();
    for (JsonNode names : prometheus.findValues("names")) {
      named.addAll(strings(names));
    }
    assertThat(named).containsAll(NUMBERLIKE).contains("5678");

    Chart other =
        Chart.render("5678", "--set", "prometheus.enabled=false,prometheus.url=http://1234");
    assertThat(yaml(other, "scalelab-grafana", "datasources.yaml").at("/datasources/0/url"))
        .isEqualTo(JSON.valueToTree("http://1234"));
  }

  private static JsonNode yaml(Chart chart, String map, String file) {
    return JSON.valueToTree(
        new Yaml().<Object>load(chart.only(ConfigMap.class, map).getData().get(file)));
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    for (JsonNode item : list) {
      assertThat(item.isTextual()).as("%s is a string", item).isTrue();
      strings.add(item.asText());
    }
    return strings;
  }

  @Test
  void aLargeUserIsWrittenAsAnInteger() {
    assertThat(Chart.render("lab", "--set-json", "runAsUser=1000650000").pods())
        .isNotEmpty()
        .allSatisfy(
            pod ->
                assertThat(pod.getSpec().getSecurityContext().getRunAsUser())
                    .isEqualTo(1000650000L));
  }
}
