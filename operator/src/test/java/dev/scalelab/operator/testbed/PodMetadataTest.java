package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every tier's pods are kept out of meshes and away from agents, unless the user wants them in. */
class PodMetadataTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");

  @ParameterizedTest
  @CsvSource({
    "labels, sidecar.istio.io/inject, false",
    "labels, istio.io/dataplane-mode, none",
    "labels, kuma.io/sidecar-injection, disabled",
    "labels, admission.datadoghq.com/enabled, false",
    "labels, instana-autotrace, false",
    "annotations, linkerd.io/inject, disabled",
    "annotations, consul.hashicorp.com/connect-inject, false",
    "annotations, openservicemesh.io/sidecar-injection, disabled",
    "annotations, instrumentation.opentelemetry.io/inject-java, false",
    "annotations, instrumentation.opentelemetry.io/inject-nodejs, false",
    "annotations, instrumentation.opentelemetry.io/inject-python, false",
    "annotations, instrumentation.opentelemetry.io/inject-dotnet, false",
    "annotations, instrumentation.opentelemetry.io/inject-go, false",
    "annotations, instrumentation.opentelemetry.io/inject-nginx, false",
    "annotations, instrumentation.opentelemetry.io/inject-apache-httpd, false",
    "annotations, instrumentation.opentelemetry.io/inject-sdk, false",
    "annotations, sidecar.opentelemetry.io/inject, false",
    "annotations, sidecar.jaegertracing.io/inject, false",
    "annotations, oneagent.dynatrace.com/inject, false",
    "annotations, instrumentation.newrelic.com/inject-java, false",
    "annotations, instrumentation.newrelic.com/inject-python, false"
  })
  void excludesServersAndDatabases(String where, String name, String value) {
    JsonNode servers = Serialization.jsonMapper().valueToTree(serversMetadata());
    JsonNode databases = Serialization.jsonMapper().valueToTree(databasesMetadata());

    assertThat(servers.path(where).path(name).asText()).isEqualTo(value);
    assertThat(databases.path(where).path(name).asText()).isEqualTo(value);
  }

  @Test
  void theUsersOwnTakePrecedenceOverThoseThatExclude() {
    Map<String, Object> mesh =
        Map.of(
            "labels", Map.of("istio.io/dataplane-mode", "ambient", "scalelab.dev/tier", "mine"),
            "annotations", Map.of("linkerd.io/inject", "enabled"));
    String pod = Serialization.asJson(Map.of("pod", mesh));
    Experiments.with(
        experiment,
        "system: {application: %s, databases: [{name: main, pod: %s}]}"
            .formatted(pod, Serialization.asJson(mesh)));

    assertThat(serversMetadata().getLabels())
        .containsEntry("istio.io/dataplane-mode", "ambient")
        .containsEntry("sidecar.istio.io/inject", "false")
        .as("ScaleLab's own")
        .containsEntry("scalelab.dev/tier", "application");
    assertThat(serversMetadata().getAnnotations()).containsEntry("linkerd.io/inject", "enabled");
    assertThat(Serialization.asJson(databasesMetadata()))
        .contains("\"istio.io/dataplane-mode\":\"ambient\"", "\"linkerd.io/inject\":\"enabled\"");
  }

  private ObjectMeta serversMetadata() {
    return TwoServers.servers(experiment).getSpec().getTemplate().getMetadata();
  }

  private Object databasesMetadata() {
    Configuration configuration = Experiments.two(experiment);
    return new DatabaseManifest(Experiments.images())
        .cluster(experiment, configuration, configuration.databases().get(0))
        .get("spec", "inheritedMetadata");
  }
}
