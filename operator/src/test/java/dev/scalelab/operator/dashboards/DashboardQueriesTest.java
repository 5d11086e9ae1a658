package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.measurement.RealPrometheus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
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
    try (RealPrometheus prometheus =
        RealPrometheus.holding(folder, new ScrapedGauges().samples(NOW))) {
      assertThat(problems(prometheus))
          .isNotEmpty()
          .noneMatch(line -> line.contains("results.json"))
          .noneMatch(line -> line.contains("panel 'Diagnosed configurations'"));
    }
  }

  /** Each of two operators exports every gauge, including the standby. */
  @Test
  void theyShowThemOnceOfTwoOperatorsAndSeveralExperiments() throws Exception {
    String samples = new ScrapedGauges().samples(NOW);
    String two = samples.replace("{", "{pod=\"a\",") + samples.replace("{", "{pod=\"b\",");
    String others = two.replace("experiment=\"small\"", "experiment=\"large\"");
    others = others.replace("trial=\"small-", "trial=\"large-");
    Map<String, String> all = new HashMap<>(VARIABLES);
    all.put("experiment", "(small|large)");
    try (RealPrometheus prometheus = RealPrometheus.holding(folder, two + others)) {
      assertThat(new DashboardQueries(prometheus.url(), all).problems(NOW.minusSeconds(60), NOW))
          .isNotEmpty()
          .noneMatch(line -> line.contains("results.json"))
          .noneMatch(line -> line.contains("panel 'Diagnosed configurations'"));
    }
  }

  @Test
  void aPanelThatShowsNothingIsNamedWithItsExpression() throws Exception {
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, "scrape_configs: []\n")) {
      assertThat(problems(prometheus))
          .contains(
              "live.json, panel 'Transactions in flight' A: no samples%n  ".formatted()
                  + "sum by (experiment) (scalelab_load_in_flight{namespace=\"default\",experiment=~\"small\",trial=~\".+\"})")
          .anyMatch(line -> line.startsWith("results.json, panel 'Efficiency' A: no samples"))
          .anyMatch(line -> line.contains("datasources_pool_total_usage_time"))
          .as("only with settings")
          .noneMatch(line -> line.contains("ejb3_") || line.contains("scalelab_bean_threads_"))
          .noneMatch(line -> line.contains("scalelab_old_generation_bytes"));
    }
  }

  /** As the bytes that servers send to one another once were in every server. */
  @Test
  void aCounterThatNeverCountsShowsNothing() throws Exception {
    assertThat(problemsWith("jgroups_sent_bytes", "tier=\"application\"", 0))
        .contains("live.json, panel 'Cluster traffic' A: only zeros");
    assertThat(problemsWith("jgroups_sent_bytes", "tier=\"application\"", 7))
        .noneMatch(line -> line.contains("Cluster traffic"));
  }

  @Test
  void zerosThatMeanThatNothingWentWrongAreShown() throws Exception {
    assertThat(problemsWith("cnpg_scalelab_backends_lock_waiters", "tier=\"database\"", 0))
        .noneMatch(line -> line.contains("'Waits for locks' A"));
  }

  /** The first line of each problem, with a series that grows by this much a second. */
  private List<String> problemsWith(String name, String labels, int perSecond) throws Exception {
    String series =
        "%s{namespace=\"default\",experiment=\"small\",trial=\"small-base-2\",pod=\"a\",%s}";
    StringBuilder samples = new StringBuilder();
    for (int seconds = -120; seconds <= 0; seconds += 5) {
      samples.append(
          "%s %d %d%n"
              .formatted(
                  series.formatted(name, labels),
                  perSecond * (seconds + 120),
                  NOW.plusSeconds(seconds).getEpochSecond()));
    }
    Path own = Files.createTempDirectory(folder, name);
    try (RealPrometheus prometheus = RealPrometheus.holding(own, samples.toString())) {
      return problems(prometheus).stream().map(line -> line.lines().findFirst().get()).toList();
    }
  }

  @Test
  void panelsOfAStreamAreAskedWhereThereIsOne() throws Exception {
    try (RealPrometheus prometheus = RealPrometheus.scraping(folder, "scrape_configs: []\n")) {
      assertThat(problems(prometheus)).noneMatch(line -> line.contains("panel 'Stream: "));
      assertThat(
              new DashboardQueries(prometheus.url(), VARIABLES)
                  .problemsOfStream(NOW.minusSeconds(60), NOW))
          .hasSize(3)
          .allMatch(line -> line.startsWith("live.json, panel 'Stream: "));
    }
  }

  @Test
  void panelsOfEcperfsOwnFigureAreAskedWhereThereIsOne() throws Exception {
    try (RealPrometheus prometheus =
        RealPrometheus.holding(folder, new ScrapedGauges().samples(NOW))) {
      assertThat(ofEcperf(prometheus, "small")).isEmpty();
      assertThat(ofEcperf(prometheus, "other"))
          .singleElement()
          .asString()
          .startsWith("results.json, panel 'ECperf: BBops/min' A: no samples");
      assertThat(problems(prometheus)).noneMatch(line -> line.contains("BBops"));
    }
  }

  private static List<String> ofEcperf(RealPrometheus prometheus, String experiment)
      throws IOException, InterruptedException {
    Map<String, String> variables = new HashMap<>(VARIABLES);
    variables.put("experiment", experiment);
    return new DashboardQueries(prometheus.url(), variables)
        .problemsOfEcperf(NOW.minusSeconds(60), NOW);
  }

  private static List<String> problems(RealPrometheus prometheus)
      throws IOException, InterruptedException {
    return new DashboardQueries(prometheus.url(), VARIABLES).problems(NOW.minusSeconds(60), NOW);
  }
}
