package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.measurement.RealPrometheus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardQueriesTest {
  private static final Map<String, String> VARIABLES =
      Map.of("namespace", "default", "experiment", "small", "trial", ".+");
  private static final Instant NOW = Instant.now().minusSeconds(600);

  @TempDir Path folder;

  @BeforeAll
  static void needsPrometheus() {
    RealPrometheus.assumeInstalled();
  }

  @Test
  void thePanelsOfResultsShowTheOperatorsGauges() throws Exception {
    try (RealPrometheus prometheus = RealPrometheus.holding(folder, gauges())) {
      assertThat(problems(prometheus)).isNotEmpty().noneMatch(line -> line.contains("results"));
    }
  }

  @Test
  void aPanelThatShowsNothingIsNamedWithItsExpression() throws Exception {
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, "scrape_configs: []\n")) {
      assertThat(problems(prometheus))
          .contains(
              "live.json, panel 'Transactions in flight' A: no samples%n  ".formatted()
                  + "sum(scalelab_load_in_flight{namespace=\"default\",experiment=\"small\",trial=~\".+\"})")
          .anyMatch(line -> line.startsWith("results.json, panel 'Efficiency' A: no samples"));
    }
  }

  private static List<String> problems(RealPrometheus prometheus)
      throws IOException, InterruptedException {
    return new DashboardQueries(prometheus.url(), VARIABLES).problems(NOW.minusSeconds(60), NOW);
  }

  private static String gauges() {
    StringBuilder text = new StringBuilder();
    for (int pods = 1; pods <= 3; pods++) {
      String configuration =
          "namespace=\"default\",experiment=\"small\",variant=\"base\",replicas=\"%d\""
              .formatted(pods);
      for (String name : List.of("peak_per_second", "speedup", "efficiency", "p95_millis")) {
        add(text, "scalelab_configuration_" + name, configuration, pods);
      }
      String step = configuration + ",trial=\"small-base-%d\",step=\"01\"".formatted(pods);
      for (String name :
          List.of("throughput_per_second", "target_per_second", "p95_millis", "error_percent")) {
        add(text, "scalelab_step_" + name, step, pods);
      }
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String name, String labels, double value) {
    text.append("%s{%s} %s %d%n".formatted(name, labels, value, NOW.getEpochSecond()));
  }
}
