package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Credentials for an existing Prometheus are passed to the operator and to Grafana, by reference.
 */
class ChartPrometheusAccessTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final String FOLDER = "/etc/scalelab/prometheus/";
  private static final String[] BOTH = {"scalelab-operator", "scalelab-grafana"};

  private static final String TOKEN = "prometheus.auth.existingSecret=mine";
  private static final String BASIC =
      TOKEN + ",prometheus.auth.usernameKey=name,prometheus.auth.passwordKey=word";

  @Test
  void anOpenOneIsShownNothing() {
    Chart chart = other("dashboards.enabled=true");
    for (String deployment : BOTH) {
      assertThat(pod(chart, deployment).getVolumes())
          .noneMatch(volume -> volume.getName().equals("prometheus-access"));
    }
    assertThat(files(chart)).isEmpty();
    assertThat(dataSource(chart).has("secureJsonData")).isFalse();
  }

  /** Otherwise someone who forgets enabled=false wonders why no header arrives. */
  @ParameterizedTest
  @CsvSource({
    "prometheus.url=http://prometheus, prometheus.url",
    "prometheus.auth.existingSecret=mine, prometheus.auth.existingSecret",
    "'prometheus.headers[0].name=X-A,prometheus.headers[0].value=a', prometheus.headers",
    "prometheus.ca.existingSecret=ca, prometheus.ca.existingSecret",
    "prometheus.ca.existingConfigMap=ca, prometheus.ca.existingConfigMap",
    "'prometheus.ca.existingSecret=ca,prometheus.auth.existingSecret=mine', 'prometheus.auth.existingSecret, prometheus.ca.existingSecret'"
  })
  void theChartsOwnNeedsNothing(String setting, String named) {
    assertThat(Chart.refusal("--set", setting))
        .contains(
            named
                + ": only for an existing Prometheus; set prometheus.enabled to false, or leave it"
                + " out");
  }

  @Test
  void aToken() {
    Chart chart = other(TOKEN + ",prometheus.auth.tokenKey=bearer");
    assertThat(files(chart)).isEqualTo(Map.of("SCALELAB_PROMETHEUS_TOKEN_FILE", FOLDER + "token"));
    assertThat(projected(chart)).containsExactly("mine bearer token");
    JsonNode source = dataSource(chart);
    assertThat(source.at("/jsonData/httpHeaderName1").asText()).isEqualTo("Authorization");
    assertThat(source.at("/secureJsonData/httpHeaderValue1").asText())
        .isEqualTo("Bearer $__file{" + FOLDER + "token}");
    assertThat(source.at("/jsonData/httpMethod").asText()).isEqualTo("GET");
  }

  @Test
  void aUserNameAndAPassword() {
    Chart chart = other(BASIC);
    assertThat(files(chart))
        .isEqualTo(
            Map.of(
                "SCALELAB_PROMETHEUS_USERNAME_FILE", FOLDER + "username",
                "SCALELAB_PROMETHEUS_PASSWORD_FILE", FOLDER + "password"));
    assertThat(projected(chart)).containsExactly("mine name username", "mine word password");
    JsonNode source = dataSource(chart);
    assertThat(source.path("basicAuth").asBoolean()).isTrue();
    assertThat(source.path("basicAuthUser").asText()).isEqualTo("$__file{" + FOLDER + "username}");
    assertThat(source.at("/secureJsonData/basicAuthPassword").asText())
        .isEqualTo("$PROMETHEUS_PASSWORD");
    assertThat(environment(chart, "scalelab-grafana"))
        .filteredOn(variable -> variable.getName().equals("PROMETHEUS_PASSWORD"))
        .extracting(variable -> variable.getValueFrom().getSecretKeyRef().getKey())
        .containsExactly("word");
  }

  private static final String LITERAL =
      "prometheus.headers[0].name=X-Scope-OrgID,prometheus.headers[0].value=lab|$shop";
  private static final String FROM_SECRET =
      "prometheus.headers[1].name=X-Team,prometheus.headers[1].existingSecret=mine,prometheus.headers[1].key=team";

  @Test
  void headersGivenAndFromASecret() {
    Chart chart = other(LITERAL + "," + FROM_SECRET);
    assertThat(files(chart))
        .isEqualTo(
            Map.of(
                "SCALELAB_PROMETHEUS_HEADER_FILES",
                FOLDER + "headers/X-Scope-OrgID," + FOLDER + "headers/X-Team"));
    assertThat(projected(chart))
        .containsExactly(
            "scalelab-prometheus-headers X-Scope-OrgID headers/X-Scope-OrgID",
            "mine team headers/X-Team");
    assertThat(chart.only(Secret.class, "scalelab-prometheus-headers").getStringData())
        .isEqualTo(Map.of("X-Scope-OrgID", "lab|$shop"));
    JsonNode source = dataSource(chart);
    assertThat(source.at("/jsonData/httpHeaderName1").asText()).isEqualTo("X-Scope-OrgID");
    assertThat(source.at("/jsonData/httpHeaderName2").asText()).isEqualTo("X-Team");
    assertThat(source.at("/secureJsonData/httpHeaderValue1").asText())
        .isEqualTo("$PROMETHEUS_HEADER_1");
    assertThat(source.at("/secureJsonData/httpHeaderValue2").asText())
        .isEqualTo("$PROMETHEUS_HEADER_2");
    assertThat(environment(chart, "scalelab-grafana"))
        .filteredOn(variable -> variable.getName().startsWith("PROMETHEUS_HEADER_"))
        .extracting(
            EnvVar::getName,
            variable -> variable.getValueFrom().getSecretKeyRef().getName(),
            variable -> variable.getValueFrom().getSecretKeyRef().getKey())
        .containsExactly(
            tuple("PROMETHEUS_HEADER_1", "scalelab-prometheus-headers", "X-Scope-OrgID"),
            tuple("PROMETHEUS_HEADER_2", "mine", "team"));
  }

  @Test
  void aTokenBesideHeadersIsTheirFirst() {
    JsonNode source = dataSource(other(TOKEN + "," + LITERAL));
    assertThat(source.at("/jsonData/httpHeaderName1").asText()).isEqualTo("Authorization");
    assertThat(source.at("/jsonData/httpHeaderName2").asText()).isEqualTo("X-Scope-OrgID");
    assertThat(source.at("/secureJsonData/httpHeaderValue2").asText())
        .isEqualTo("$PROMETHEUS_HEADER_2");
  }

  /** Grafana reads them only at its start. */
  @Test
  void aChangedHeaderRestartsGrafana() {
    assertThat(annotations(other(LITERAL)))
        .isNotEqualTo(annotations(other(LITERAL.replace("shop", "store"))));
  }

  private static Map<String, String> annotations(Chart chart) {
    return chart
        .only(Deployment.class, "scalelab-grafana")
        .getSpec()
        .getTemplate()
        .getMetadata()
        .getAnnotations();
  }

  @ParameterizedTest
  @CsvSource({
    "'prometheus.headers[0].name=authorization,prometheus.headers[0].value=a', prometheus.headers: authorization",
    "'prometheus.headers[0].name=Host,prometheus.headers[0].value=a', prometheus.headers: Host",
    "'prometheus.headers[0].name=X-A', prometheus.headers: give X-A",
    "'prometheus.headers[0].name=X-A,prometheus.headers[0].existingSecret=s', prometheus.headers: give X-A",
    "'prometheus.headers[0].name=X-A,prometheus.headers[0].value=a,prometheus.headers[0].existingSecret=s,prometheus.headers[0].key=k', prometheus.headers: give X-A",
    "'prometheus.headers[0].name=X-A,prometheus.headers[0].value=a,prometheus.headers[1].name=x-a,prometheus.headers[1].value=b', prometheus.headers: x-a is given twice",
    "'prometheus.headers[0].name=X A,prometheus.headers[0].value=a', does not match pattern",
    "'prometheus.headers[0].value=a', name",
  })
  void aHeaderThatCannotBeSentIsRefused(String setting, String message) {
    assertThat(
            Chart.refusal(Chart.OTHER_PROMETHEUS[0], Chart.OTHER_PROMETHEUS[1], "--set", setting))
        .contains(message);
  }

  @Test
  void anApiServerTakesThePodsThatMountIt() {
    for (String values :
        List.of(
            TOKEN,
            BASIC,
            TOKEN + ",prometheus.ca.existingConfigMap=ca",
            TOKEN + "," + LITERAL + "," + FROM_SECRET)) {
      for (Deployment deployment : other(values).all(Deployment.class)) {
        deployment.getMetadata().setNamespace(api.namespace());
        api.client().resource(deployment).dryRun().fieldValidation(Validation.STRICT).create();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"existingSecret", "existingConfigMap"})
  void aCaOfItsOwn(String where) {
    Chart chart = other("prometheus.ca." + where + "=bundle,prometheus.ca.key=all.pem");
    assertThat(files(chart)).isEqualTo(Map.of("SCALELAB_PROMETHEUS_CA_FILE", FOLDER + "ca.crt"));
    assertThat(projected(chart)).containsExactly("bundle all.pem ca.crt");
    JsonNode source = dataSource(chart);
    assertThat(source.at("/jsonData/tlsAuthWithCACert").asBoolean()).isTrue();
    assertThat(source.at("/secureJsonData/tlsCACert").asText())
        .isEqualTo("$__file{" + FOLDER + "ca.crt}");
  }

  @ParameterizedTest
  @CsvSource({
    "prometheus.auth.usernameKey=name, prometheus.auth: usernameKey and passwordKey",
    "prometheus.auth.passwordKey=word, prometheus.auth: usernameKey and passwordKey",
    "prometheus.auth.tokenKey=, prometheus.auth: name a tokenKey",
    "'prometheus.ca.existingSecret=a,prometheus.ca.existingConfigMap=b', prometheus.ca: name a",
  })
  void halfOrTwiceIsRefused(String setting, String message) {
    assertThat(
            Chart.refusal(
                Chart.OTHER_PROMETHEUS[0],
                Chart.OTHER_PROMETHEUS[1],
                "--set",
                TOKEN + "," + setting))
        .contains(message);
  }

  private static Chart other(String settings) {
    return Chart.render(
        "lab", Chart.OTHER_PROMETHEUS[0], Chart.OTHER_PROMETHEUS[1], "--set", settings);
  }

  /** The files in the operator's settings. */
  private static Map<String, String> files(Chart chart) {
    return environment(chart, "scalelab-operator").stream()
        .filter(variable -> variable.getName().matches("SCALELAB_PROMETHEUS_.*_FILES?"))
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }

  /** The objects, keys and files that both pods mount in that folder. */
  private static List<String> projected(Chart chart) {
    List<List<String>> seen =
        Stream.of(BOTH)
            .map(
                deployment -> {
                  PodSpec pod = pod(chart, deployment);
                  assertThat(pod.getContainers().get(0).getVolumeMounts())
                      .filteredOn(mount -> mount.getName().equals("prometheus-access"))
                      .extracting(VolumeMount::getMountPath, VolumeMount::getSubPath)
                      .containsExactly(tuple("/etc/scalelab/prometheus", null));
                  return pod.getVolumes().stream()
                      .filter(volume -> volume.getName().equals("prometheus-access"))
                      .map(Volume::getProjected)
                      .flatMap(volume -> volume.getSources().stream())
                      .flatMap(ChartPrometheusAccessTest::items)
                      .toList();
                })
            .toList();
    assertThat(seen.get(0)).isEqualTo(seen.get(1));
    return seen.get(0);
  }

  private static Stream<String> items(VolumeProjection source) {
    boolean secret = source.getSecret() != null;
    String name = secret ? source.getSecret().getName() : source.getConfigMap().getName();
    return (secret ? source.getSecret().getItems() : source.getConfigMap().getItems())
        .stream().map(item -> name + " " + item.getKey() + " " + item.getPath());
  }

  private static List<EnvVar> environment(Chart chart, String deployment) {
    return pod(chart, deployment).getContainers().get(0).getEnv();
  }

  private static PodSpec pod(Chart chart, String deployment) {
    return chart.only(Deployment.class, deployment).getSpec().getTemplate().getSpec();
  }

  private static JsonNode dataSource(Chart chart) {
    String file = chart.only(ConfigMap.class, "scalelab-grafana").getData().get("datasources.yaml");
    return new ObjectMapper().valueToTree(new Yaml().<Object>load(file)).at("/datasources/0");
  }
}
