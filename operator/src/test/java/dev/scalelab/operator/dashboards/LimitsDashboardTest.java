package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.scalelab.operator.measurement.RealPrometheus;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page that answers what limits the system now shows the right figures, of a real Prometheus.
 */
class LimitsDashboardTest {
  private static final Instant NOW = Instant.now().minusSeconds(600);
  private static final String OF_TRIAL =
      "namespace=\"default\",experiment=\"small\",trial=\"small-base-2\"";

  @TempDir Path folder;

  @BeforeAll
  static void needsPrometheus() {
    RealPrometheus.assumeInstalled();
  }

  @Test
  void eachBarIsWhatIsUsedOfWhatThereIs() throws Exception {
    String server = OF_TRIAL + ",tier=\"application\",pod=\"%s\"";
    StringBuilder samples = new StringBuilder();
    for (String pod : new String[] {"a", "b"}) {
      String labels = server.formatted(pod);
      steady(samples, "up", labels, 1);
      steady(samples, "datasources_pool_in_use_count", labels + ",name=\"main\"", 3);
      steady(samples, "datasources_pool_available_count", labels + ",name=\"main\"", 1);
      steady(samples, "io_busy_task_thread_count", labels, 2);
      steady(samples, "io_max_pool_size", labels, 16);
      steady(samples, "memory_max_heap_bytes", labels, 1000);
      String container = "namespace=\"default\",container=\"server\",pod=\"" + pod + "\"";
      growing(samples, "container_cpu_usage_seconds_total", container, 0.4);
      steady(samples, "container_spec_cpu_quota", container, 50000);
      steady(samples, "container_spec_cpu_period", container, 100000);
    }
    steady(samples, "memory_used_heap_bytes", server.formatted("a"), 600);
    steady(samples, "memory_used_heap_bytes", server.formatted("b"), 900);
    steady(samples, "haproxy_process_current_connections", OF_TRIAL + ",pod=\"c\"", 40);
    steady(samples, "haproxy_process_max_connections", OF_TRIAL + ",pod=\"c\"", 4000);
    growing(samples, "container_cpu_usage_seconds_total", "id=\"/\",node=\"n1\"", 1.9);
    steady(samples, "machine_cpu_cores", "node=\"n1\"", 2);

    Map<String, Double> bars = bars(samples.toString());

    assertThat(bars.keySet())
        .containsExactly(
            "CPU of application small",
            "CPU of n1",
            "JDBC connections small",
            "connections of the balancer small",
            "heap small",
            "web threads small");
    assertThat(bars.get("CPU of application small")).isCloseTo(80, within(0.1));
    assertThat(bars.get("CPU of n1")).isCloseTo(95, within(0.1));
    assertThat(bars.get("JDBC connections small")).isEqualTo(75);
    assertThat(bars.get("web threads small")).isEqualTo(12.5);
    assertThat(bars.get("heap small")).as("of the fullest server").isEqualTo(90);
    assertThat(bars.get("connections of the balancer small")).isEqualTo(1);
  }

  private static void steady(StringBuilder samples, String name, String labels, double value) {
    series(samples, name, labels, value, 0);
  }

  private static void growing(StringBuilder samples, String name, String labels, double perSecond) {
    series(samples, name, labels, 0, perSecond);
  }

  /** Samples every 5 s of five minutes. */
  private static void series(
      StringBuilder samples, String name, String labels, double first, double perSecond) {
    for (int seconds = 0; seconds <= 300; seconds += 5) {
      samples.append(
          "%s{%s} %s %d%n"
              .formatted(
                  name,
                  labels,
                  first + perSecond * seconds,
                  NOW.plusSeconds(seconds - 300).getEpochSecond()));
    }
  }

  /** The figures of the bars by their names, as Grafana makes these of legends. */
  private Map<String, Double> bars(String samples) throws Exception {
    Dashboard limits =
        Dashboard.all().stream()
            .filter(dashboard -> dashboard.file().endsWith("limits.json"))
            .findFirst()
            .orElseThrow();
    JsonNode panel =
        limits.panels().stream()
            .filter(one -> one.path("type").asText().equals("bargauge"))
            .findFirst()
            .orElseThrow();
    Map<String, String> variables = new HashMap<>(limits.defaults());
    variables.putAll(Map.of("namespace", "default", "experiment", "small", "trial", ".+"));
    Map<String, Double> bars = new TreeMap<>();
    try (RealPrometheus prometheus = RealPrometheus.holding(folder, samples)) {
      for (JsonNode target : panel.path("targets")) {
        DashboardQuery query = new DashboardQuery("bars", target.path("expr").asText(), true, "");
        for (JsonNode series : ask(prometheus.url(), query.expand(variables))) {
          String name = named(target.path("legendFormat").asText(), series.path("metric"));
          bars.put(name, series.path("value").path(1).asDouble());
        }
      }
    }
    return bars;
  }

  private static String named(String legend, JsonNode labels) {
    String name = legend;
    for (var names = labels.fieldNames(); names.hasNext(); ) {
      String label = names.next();
      name = name.replace("{{" + label + "}}", labels.path(label).asText());
    }
    return name;
  }

  private static JsonNode ask(String url, String expression)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    url
                        + "/api/v1/query?time="
                        + NOW.getEpochSecond()
                        + "&query="
                        + URLEncoder.encode(expression, StandardCharsets.UTF_8)))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return JsonMapper.builder().build().readTree(answer.body()).at("/data/result");
  }
}
