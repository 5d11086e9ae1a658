package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who asks the tiers for their metrics, and how. */
class ChartScrapingTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String[] OTHER_PROMETHEUS = {
    "--set", "prometheus.enabled=false,prometheus.url=http://prometheus.monitoring:9090"
  };

  @Test
  void monitorsAreMadeOnlyWhereTheyAreServedAndWanted() {
    String[] served = {"--api-versions", "monitoring.coreos.com/v1"};
    assertThat(Chart.render(SYSTEM, OTHER_PROMETHEUS).kind("PodMonitor")).isEmpty();
    assertThat(Chart.render(SYSTEM, served).kind("PodMonitor")).isEmpty();
    assertThat(
            Chart.render(
                    SYSTEM,
                    served[0],
                    served[1],
                    OTHER_PROMETHEUS[0],
                    OTHER_PROMETHEUS[1],
                    "--set",
                    "monitors.labels.release=stack")
                .kind("PodMonitor"))
        .singleElement()
        .satisfies(
            monitor ->
                assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "stack"));
    assertThat(
            Chart.render(SYSTEM, served[0], served[1], "--set", "monitors.enabled=Always")
                .kind("ServiceMonitor"))
        .hasSize(1);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "docker.io/prom/prometheus:v3.5.0, true",
    "registry:5000/prom/prometheus:3.6, true",
    "prometheus@sha256:2ab, true",
    "docker.io/prom/prometheus:v2.53.5, false",
    "registry:5000/prometheus:2.53@sha256:abc, false",
  })
  void prometheus3TakesAnAnswerWithoutAType(String image, boolean told) {
    String configuration =
        Chart.render(SYSTEM, "--set", "images.prometheus=" + image)
            .only(ConfigMap.class, "scalelab-prometheus")
            .getData()
            .get("prometheus.yml");
    JsonNode jobs =
        new ObjectMapper()
            .valueToTree(new org.yaml.snakeyaml.Yaml().<Object>load(configuration))
            .path("scrape_configs");
    assertThat(jobs)
        .filteredOn(job -> job.has("fallback_scrape_protocol"))
        .extracting(job -> job.path("job_name").asText())
        .isEqualTo(told ? List.of("scalelab-servers") : List.of());
  }

  @Test
  void monitorsAskAsTheChartsOwnPrometheusDoes() {
    Chart chart =
        Chart.render(
            SYSTEM,
            "--api-versions",
            "monitoring.coreos.com/v1",
            "--set",
            "monitors.enabled=Always,prometheus.scrapeInterval=2s");
    assertThat(spec(chart, "PodMonitor").path("fallbackScrapeProtocol").asText())
        .isEqualTo("PrometheusText0.0.4");
    // Balancer and load generator, servers and databases.
    assertThat(spec(chart, "PodMonitor").path("podMetricsEndpoints"))
        .extracting(endpoint -> endpoint.path("interval").asText())
        .containsExactlyInAnyOrder("2s", "5s");
    assertThat(spec(chart, "ServiceMonitor").path("endpoints").path(0).path("honorLabels"))
        .isEqualTo(BooleanNode.TRUE);
  }

  private static JsonNode spec(Chart chart, String kind) {
    return new ObjectMapper()
        .valueToTree(chart.kind(kind).get(0).getAdditionalProperties().get("spec"));
  }
}
