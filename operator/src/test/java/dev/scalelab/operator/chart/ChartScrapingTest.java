package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the metrics of the tiers are scraped. */
class ChartScrapingTest {
  private static final String SYSTEM = "scalelab-system";

  @Test
  void monitorsAreMadeOnlyWhereTheyAreServedAndWanted() {
    String[] served = {"--api-versions", "monitoring.coreos.com/v1"};
    assertThat(Chart.render(SYSTEM, Chart.OTHER_PROMETHEUS).kind("PodMonitor")).isEmpty();
    assertThat(Chart.render(SYSTEM, served).kind("PodMonitor")).isEmpty();
    assertThat(
            Chart.render(
                    SYSTEM,
                    served[0],
                    served[1],
                    Chart.OTHER_PROMETHEUS[0],
                    Chart.OTHER_PROMETHEUS[1],
                    "--set",
                    "monitors.labels.release=stack")
                .kind("PodMonitor"))
        .singleElement()
        .satisfies(
            monitor ->
                assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "stack"));
    assertThat(withMonitors("").kind("ServiceMonitor")).hasSize(1);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "docker.io/prom/prometheus:v3.11.3, true",
    "registry:5000/prom/prometheus:3.6, true",
    "prometheus@sha256:2ab, true",
    "docker.io/prom/prometheus:v2.53.5, false",
    "registry:5000/prometheus:2.53@sha256:abc, false",
  })
  void prometheus3TakesAnAnswerWithoutAType(String image, boolean configured) {
    Chart chart = Chart.render(SYSTEM, "--set", "images.prometheus=" + image);
    assertThat(scrapeJobs(chart))
        .filteredOn(job -> job.has("fallback_scrape_protocol"))
        .extracting(job -> job.path("job_name").asText())
        .isEqualTo(configured ? List.of("scalelab-servers") : List.of());
  }

  @Test
  void monitorsAskAsTheChartsOwnPrometheusDoes() {
    Chart chart = withMonitors(",prometheus.scrapeInterval=2s");
    assertThat(spec(chart, "PodMonitor").path("fallbackScrapeProtocol").asText())
        .isEqualTo("PrometheusText0.0.4");
    assertThat(spec(chart, "PodMonitor").path("podMetricsEndpoints"))
        .extracting(endpoint -> endpoint.path("interval").asText())
        .as(
            "balancer and load generator, servers and databases, servers of wildfly-operator, Infinispan servers")
        .containsExactlyInAnyOrder(
            "2s", serverInterval(chart), serverInterval(chart), serverInterval(chart));
    assertThat(spec(chart, "ServiceMonitor").path("endpoints").path(0).path("honorLabels"))
        .isEqualTo(BooleanNode.TRUE);
  }

  @Test
  void theOnlyPortOfServersOfOtherOperatorsIsScraped() {
    Chart chart = withMonitors("");

    assertThat(spec(chart, "PodMonitor").path("podMetricsEndpoints"))
        .extracting(
            endpoint -> endpoint.path("port").asText(),
            endpoint -> endpoint.path("relabelings").path(0).path("regex").asText())
        .contains(tuple("admin", "application"), tuple("infinispan", "cache"));
    assertThat(scrapeJobs(chart))
        .filteredOn(job -> job.path("job_name").asText().equals("scalelab-servers"))
        .extracting(job -> job.path("relabel_configs").path(0).path("regex").asText())
        .containsExactly("metrics|admin|infinispan");
  }

  /** A tier that is in no selector has no series in the evidence and the dashboards. */
  @Test
  void theSeriesOfEveryTierAreScraped() {
    Set<String> tiers = Parts.tiers().stream().map(Tier::label).collect(Collectors.toSet());
    tiers.remove(Tier.SUPPLIER.label()); // it has none of its own
    Chart chart = withMonitors("");

    assertThat(scrapeJobs(chart))
        .flatExtracting(job -> tiersIn(job.path("kubernetes_sd_configs").toString()))
        .containsExactlyInAnyOrderElementsOf(tiers);
    assertThat(spec(chart, "PodMonitor").path("podMetricsEndpoints"))
        .flatExtracting(
            endpoint ->
                List.of(endpoint.path("relabelings").path(0).path("regex").asText().split("\\|")))
        .as("servers have another port with wildfly-operator")
        .containsOnly(tiers.toArray(String[]::new));
  }

  private static List<String> tiersIn(String selectors) {
    Matcher in = Pattern.compile("scalelab.dev/tier in \\(([^)]+)\\)").matcher(selectors);
    return in.find() ? List.of(in.group(1).split(",")) : List.of();
  }

  private static String serverInterval(Chart chart) {
    for (JsonNode job : scrapeJobs(chart)) {
      if (job.path("job_name").asText().equals("scalelab-servers")) {
        return job.path("scrape_interval").asText();
      }
    }
    throw new AssertionError("no job for the servers");
  }

  private static JsonNode scrapeJobs(Chart chart) {
    String configuration =
        chart.only(ConfigMap.class, "scalelab-prometheus").getData().get("prometheus.yml");
    return new ObjectMapper()
        .valueToTree(new org.yaml.snakeyaml.Yaml().<Object>load(configuration))
        .path("scrape_configs");
  }

  /**
   * The chart where the monitors' kinds are served.
   *
   * @param moreValues after a comma; may be empty
   */
  private static Chart withMonitors(String moreValues) {
    return Chart.render(
        SYSTEM,
        "--api-versions",
        "monitoring.coreos.com/v1",
        "--set",
        "monitors.enabled=Always" + moreValues);
  }

  private static JsonNode spec(Chart chart, String kind) {
    return new ObjectMapper()
        .valueToTree(chart.kind(kind).get(0).getAdditionalProperties().get("spec"));
  }
}
