package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards work in Grafana 12, and show what users need. */
class DashboardsInGrafanaTest {
  private static final Pattern RANGE = Pattern.compile("\\[([^\\]]*)]");
  private static final Pattern EXPERIMENT = Pattern.compile("(.{0,15})\\$experiment");

  /** Figures of the load generator and the results in transactions per second. */
  private static final Pattern TRANSACTIONS =
      Pattern.compile(
          "scalelab_load_(sent|completed|errors|target_rate|stream_completed)_\\w+"
              + "|scalelab_(configuration_(peak|capacity)|step_(throughput|mix))_per_second");

  private static final String PER_SECOND = "suffix:transactions/s";

  static List<Dashboard> dashboards() {
    return Dashboard.all();
  }

  static Stream<JsonNode> panels() {
    return dashboards().stream().flatMap(dashboard -> dashboard.panels().stream());
  }

  static Stream<DashboardQuery> queries() {
    return dashboards().stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  private static JsonNode panel(String title) {
    return panels()
        .filter(panel -> panel.path("title").asText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /** Without it Grafana reads a panel as one of its oldest format. */
  @ParameterizedTest
  @MethodSource("panels")
  void everyPanelSaysOfWhichVersionItIs(JsonNode panel) {
    assertThat(panel.path("pluginVersion").asText())
        .as(panel.path("title").asText())
        .isEqualTo("12.2.0");
  }

  @ParameterizedTest
  @CsvSource({
    "Response time against throughput, Throughput, p95",
    "Throughput against load, Target, Throughput"
  })
  void anXyChartNamesItsAxesByMatchers(String title, String x, String y) {
    JsonNode panel = panel(title);
    assertThat(panel.path("type").asText()).isEqualTo("xychart");
    JsonNode options = panel.path("options");
    assertThat(options.has("dims") || options.has("seriesMapping")).as("older format").isFalse();
    assertThat(options.path("mapping").asText()).isEqualTo("auto");
    assertThat(options.path("series")).hasSize(1);
    // Fields that are partitioned by trial have its name: "Throughput small-base-1".
    assertThat(matched(options.at("/series/0/x/matcher"), x)).isTrue();
    assertThat(matched(options.at("/series/0/x/matcher"), y)).isFalse();
    assertThat(matched(options.at("/series/0/y/matcher"), y)).isTrue();
    assertThat(matched(options.at("/series/0/y/matcher"), x)).isFalse();
    assertThat(panel.path("transformations").toString()).contains("\"" + x + "\"", "\"" + y + "\"");
    assertThat(panel.at("/fieldConfig/defaults/custom/show").asText()).isEqualTo("points+lines");
  }

  private static boolean matched(JsonNode matcher, String name) {
    assertThat(matcher.path("id").asText()).isEqualTo("byRegexp");
    String pattern = matcher.path("options").asText();
    assertThat(pattern).startsWith("/").endsWith("/");
    return Pattern.compile(pattern.substring(1, pattern.length() - 1))
        .matcher(name + " small-base-1")
        .find();
  }

  @Test
  void thereAreNoOtherXyCharts() {
    assertThat(panels())
        .filteredOn(panel -> panel.path("type").asText().equals("xychart"))
        .hasSize(2);
  }

  /** Grafana's own $__rate_interval is four scrapes and more: as long as a step. */
  @ParameterizedTest
  @MethodSource("queries")
  void ratesAreOverWhatThePersonChose(DashboardQuery query) {
    Matcher range = RANGE.matcher(query.expression());
    while (range.find()) {
      boolean subquery = range.group(1).contains(":");
      String wanted = query.expression().contains("container_") ? "$containers_window" : "$window";
      assertThat(subquery ? wanted : range.group(1)).as(query.where()).isEqualTo(wanted);
    }
    assertThat(query.expression()).doesNotContain("__rate_interval", "__interval");
  }

  @ParameterizedTest
  @CsvSource({
    "window, 15s, '10s,15s,30s,1m,5m'",
    "containers_window, 30s, '15s,30s,1m,5m'",
  })
  void aWindowCanBeChosen(String name, String usual, String choices) {
    JsonNode variable = variable(Dashboard.all().get(0), name);
    assertThat(variable.path("type").asText()).isEqualTo("custom");
    assertThat(variable.path("query").asText()).isEqualTo(choices);
    assertThat(variable.at("/current/value").asText()).isEqualTo(usual);
    assertThat(variable.path("options"))
        .extracting(option -> option.path("value").asText())
        .containsExactly(choices.split(","));
    assertThat(Dashboard.all().get(0).defaults()).containsEntry(name, usual);
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void severalExperimentsCanBeChosen(Dashboard dashboard) {
    JsonNode experiment = variable(dashboard, "experiment");
    assertThat(experiment.path("multi").asBoolean()).isTrue();
    assertThat(experiment.path("includeAll").asBoolean()).isTrue();
    Matcher use = EXPERIMENT.matcher(dashboard.json().toString());
    List<String> before = new ArrayList<>();
    while (use.find()) {
      before.add(use.group(1));
    }
    assertThat(before).isNotEmpty().allMatch(text -> text.endsWith("experiment=~\\\""));
  }

  /** Figures of several experiments are neither added nor left out. */
  @ParameterizedTest
  @MethodSource("queries")
  void experimentsAreKeptApart(DashboardQuery query) {
    if (query.expression().contains("$experiment")) {
      assertThat(query.expression())
          .as(query.where())
          .doesNotContainPattern("\\b(sum|max|min|count) ?\\((?!experiment|namespace)")
          .containsPattern("by \\(([a-z, ]*\\b)?(experiment|pod|trial)\\b");
    }
  }

  private static JsonNode variable(Dashboard dashboard, String name) {
    for (JsonNode variable : dashboard.json().path("templating").path("list")) {
      if (variable.path("name").asText().equals(name)) {
        return variable;
      }
    }
    throw new AssertionError("no variable " + name);
  }

  /** A transaction is one or several HTTP requests: its rate is not Grafana's requests/s. */
  @ParameterizedTest
  @MethodSource("panels")
  void transactionsAreNotShownAsRequests(JsonNode panel) {
    boolean table = panel.path("type").asText().equals("table");
    String unit = panel.at("/fieldConfig/defaults/unit").asText();
    String asked = panel.path("targets").toString();
    String title = panel.path("title").asText();
    if (unit.equals("reqps")) {
      assertThat(asked).as(title).doesNotContainPattern(TRANSACTIONS);
    }
    if (!table && TRANSACTIONS.matcher(asked).find() && !asked.contains("p95")) {
      assertThat(unit).as(title).isEqualTo(PER_SECOND);
    }
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      if (override.toString().contains("\"reqps\"")) {
        assertThat(override.at("/matcher/options").asText()).as(title).isEqualTo("Requests");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Configurations, Peak",
    "Configurations, Capacity",
    "Steps, Throughput",
    "Steps, Of the mix"
  })
  void aColumnOfTransactionsSaysSo(String title, String column) {
    List<String> values = new ArrayList<>();
    for (JsonNode override : panel(title).at("/fieldConfig/overrides")) {
      if (override.at("/matcher/options").asText().equals(column)) {
        override
            .path("properties")
            .forEach(property -> values.add(property.path("value").asText()));
      }
    }
    assertThat(values).contains(PER_SECOND);
  }

  @ParameterizedTest
  @CsvSource({"Response times, E", "Response time against throughput, B"})
  void theObjectiveIsALineOfItsOwn(String title, String query) {
    assertThat(panel(title).path("targets"))
        .filteredOn(target -> target.path("refId").asText().equals(query))
        .extracting(target -> target.path("expr").asText())
        .singleElement()
        .asString()
        .contains("scalelab_objective_p95_millis");
    assertThat(dashed(panel(title))).anyMatch(pattern -> pattern.contains("objective"));
  }

  @ParameterizedTest
  @CsvSource({
    "CPU of each tier",
    "CPU of each server against its limit",
    "CPU of the load generator"
  })
  void theCpuLimitIsALineOfItsOwn(String title) {
    assertThat(panel(title).path("targets"))
        .filteredOn(target -> target.path("legendFormat").asText().startsWith("limit"))
        .extracting(target -> target.path("expr").asText())
        .singleElement()
        .asString()
        .contains("container_spec_cpu_quota", "container_spec_cpu_period");
    assertThat(dashed(panel(title))).containsExactly("/^limit/");
  }

  /** The names of the fields with dashed lines. */
  private static Set<String> dashed(JsonNode panel) {
    Set<String> dashed = new TreeSet<>();
    for (JsonNode override : panel.at("/fieldConfig/overrides")) {
      if (override.toString().contains("\"dash\"")) {
        dashed.add(override.at("/matcher/options").asText());
      }
    }
    return dashed;
  }

  @Test
  void latenessHasALineAtFiftyMilliseconds() {
    JsonNode defaults = panel("Lateness").at("/fieldConfig/defaults");
    assertThat(defaults.at("/custom/thresholdsStyle/mode").asText()).isEqualTo("dashed");
    assertThat(defaults.at("/thresholds/mode").asText()).isEqualTo("absolute");
    assertThat(defaults.at("/thresholds/steps/1/value").asDouble()).isEqualTo(0.05);
    assertThat(defaults.path("unit").asText()).isEqualTo("s");
  }
}
