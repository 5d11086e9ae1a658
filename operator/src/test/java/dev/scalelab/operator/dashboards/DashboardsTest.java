package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.measurement.RealPrometheus;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.PodGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lint of the dashboards and of the Prometheus configuration that they depend on. */
class DashboardsTest {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-zA-Z_]+)");
  private static final Set<String> OF_GRAFANA = Set.of("__all");
  private static final Map<String, String> VALUES =
      Map.of("namespace", "default", "experiment", "small", "trial", "small-base-2");

  private static final String WILDFLY_SERVER =
      "{provisioner: WildFlyServer, pod: {nodeSelector: {}}}";
  private static final String OF_LOAD = "scalelab_load_";
  private static final Path LOAD_METRICS =
      Path.of("..", "gatling", "src", "main", "java", "dev", "scalelab", "load", "metrics");

  /** Names are the arguments of name, gauge and byOutcome; labels stand elsewhere. */
  private static final Pattern LITERAL =
      Pattern.compile("(?:name\\((?:\\w+ \\+ )?|gauge\\(|byOutcome\\()\\s*\"(\\w+)\"");

  @TempDir Path folder;

  static List<Dashboard> dashboards() {
    return Dashboard.all();
  }

  static Stream<DashboardQuery> queries() {
    return Dashboard.all().stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  @Test
  void allAreThereUnderIdentitiesOfTheirOwn() {
    assertThat(dashboards())
        .extracting(dashboard -> dashboard.json().path("uid").asText())
        .containsExactly("scalelab-limits", "scalelab-live", "scalelab-results");
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyPanelSaysWhatItShowsAndInWhichUnit(Dashboard dashboard) {
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard.panels()) {
      String title = panel.path("title").asText();
      assertThat(title).isNotBlank();
      assertThat(panel.path("description").asText()).as("description of " + title).isNotBlank();
      assertThat(panel.path("fieldConfig").path("defaults").path("unit").asText())
          .as("unit of " + title)
          .isNotBlank();
      assertThat(ids.add(panel.path("id").asInt())).as("own id of " + title).isTrue();
      assertThat(panel.path("targets")).as("queries of " + title).isNotEmpty();
    }
  }

  /** Sidecars of other containers are not counted. */
  @Test
  void containersAreThoseOfAllComponents() {
    Set<String> own =
        Parts.tiers().stream().map(Tier::container).collect(Collectors.toCollection(TreeSet::new));
    Pattern containers = Pattern.compile("container=~\"([^\"]*\\|[^\"]*)\"");
    List<Set<String>> named =
        dashboards().stream()
            .flatMap(
                dashboard ->
                    containers.matcher(dashboard.json().toString().replace("\\", "")).results())
            .<Set<String>>map(found -> new TreeSet<>(List.of(found.group(1).split("\\|"))))
            .toList();

    assertThat(named)
        .isNotEmpty()
        .allSatisfy(
            one -> {
              assertThat(one).containsAll(own).hasSize(own.size() + 1);
              one.removeAll(own);
              assertThat(ofWildFlyServers()).allMatch(name -> name.matches(one.iterator().next()));
            });
  }

  /** wildfly-operator names them itself; those of a partition are named after that. */
  private static Stream<String> ofWildFlyServers() {
    return Stream.of(Experiments.small("default"), Experiments.partitions("default"))
        .map(one -> Experiments.with(one, "system: {application: %s}".formatted(WILDFLY_SERVER)))
        .flatMap(one -> Parts.TOPOLOGY.podGroups(Experiments.two(one)).stream())
        .filter(group -> group.tier() == Tier.APPLICATION)
        .map(PodGroup::container);
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyQueryAsksTheDataSourceThatThePersonChose(Dashboard dashboard) {
    List<JsonNode> parts = new ArrayList<>(dashboard.panels());
    dashboard.panels().forEach(panel -> panel.path("targets").forEach(parts::add));
    dashboard.json().path("annotations").path("list").forEach(parts::add);
    dashboard.json().path("templating").path("list").forEach(parts::add);

    assertThat(parts)
        .filteredOn(part -> part.has("expr") || part.has("targets") || part.has("definition"))
        .isNotEmpty()
        .allSatisfy(
            part ->
                assertThat(part.path("datasource").path("uid").asText())
                    .isEqualTo("${datasource}"));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void panelsDoNotOverlap(Dashboard dashboard) {
    Set<List<Integer>> taken = new HashSet<>();
    List<JsonNode> all = new ArrayList<>(dashboard.collapsed());
    dashboard.json().path("panels").forEach(all::add);
    for (JsonNode panel : all) {
      JsonNode place = panel.path("gridPos");
      int right = place.path("x").asInt() + place.path("w").asInt();
      assertThat(right).isLessThanOrEqualTo(24);
      for (int x = place.path("x").asInt(); x < right; x++) {
        int bottom = place.path("y").asInt() + place.path("h").asInt();
        for (int y = place.path("y").asInt(); y < bottom; y++) {
          assertThat(taken.add(List.of(x, y)))
              .as("place of '%s' at %d,%d", panel.path("title").asText(), x, y)
              .isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void everyVariableThatIsUsedIsThere(Dashboard dashboard) {
    Set<String> known = new TreeSet<>(OF_GRAFANA);
    dashboard
        .json()
        .path("templating")
        .path("list")
        .forEach(variable -> known.add(variable.path("name").asText()));
    Matcher used = VARIABLE.matcher(dashboard.json().toString());
    while (used.find()) {
      assertThat(known).contains(used.group(1));
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void everyMetricIsKept(DashboardQuery query) throws IOException {
    KeptMetrics kept = new KeptMetrics();
    Set<String> names = query.metrics();

    assertThat(names).as("metrics of " + query.where()).isNotEmpty();
    assertThat(names).as(query.where()).allMatch(kept::holds);
  }

  @Test
  void resultsAskForNothingButTheOperatorsGauges() {
    Set<String> given = new ScrapedGauges().names();
    List<DashboardQuery> asked =
        queries().filter(query -> query.where().startsWith("results.json")).toList();

    assertThat(asked)
        .isNotEmpty()
        .allSatisfy(query -> assertThat(given).as(query.where()).containsAll(query.metrics()));
  }

  /** A gauge that no panel of the results shows would be exported for nothing. */
  @Test
  void resultsHaveTheDiagnoses() {
    assertThat(queries().filter(query -> query.where().startsWith("results.json")))
        .flatExtracting(DashboardQuery::metrics)
        .contains("scalelab_configuration_bottleneck");
  }

  @Test
  void metricsAreDistinguishedFromEverythingElseInAnExpression() {
    String expression =
        "100 * sum by (tier) (rate(a_total{pod=\"b\",c=~\"d{2}\"}[5m] offset 6s) * on (pod)"
            + " group_left (e) f) / (max(g) > bool 0) or label_replace(vector(0), \"h\", \"i\","
            + " \"\", \"\") unless j:k";

    assertThat(query(expression, "").metrics()).containsExactly("a_total", "f", "g", "j:k");
    assertThat(query("count by (b) ({__name__=~\"up|a_total\",b!=\"c\"})", "").metrics())
        .containsExactly("a_total", "up");
  }

  @ParameterizedTest
  @MethodSource("queries")
  void noQueryLooksCloserThanItsSamplesAre(DashboardQuery query) throws IOException {
    KeptMetrics kept = new KeptMetrics();
    Set<String> steps = new TreeSet<>();
    query.metrics().forEach(name -> kept.job(name).map(this::minStep).ifPresent(steps::add));

    // The longest of several, compared as strings: "15s" or "5s".
    String expected = steps.contains("15s") ? "15s" : steps.contains("5s") ? "5s" : "";
    assertThat(query.minStep()).as("interval of " + query.where()).isEqualTo(expected);
  }

  /** Scrape interval of a job, if it differs from the data source's. */
  private String minStep(String job) {
    return switch (job) {
      case "scalelab-servers" -> "5s";
      case "scalelab-containers" -> "15s"; // a kubelet takes them every 10 to 15 seconds
      default -> "";
    };
  }

  @Test
  void aZeroForNoSeriesHidesNoHole() {
    assertThat(query("sum(a) / sum(b) or vector(0)", "5s").withoutZero())
        .isEqualTo(query("sum(a) / sum(b)", "5s"));
    assertThat(query("sum(a)", "").withoutZero()).isEqualTo(query("sum(a)", ""));
    assertThat(
            query("sum(a) or label_replace(vector(0), \"b\", \"none\", \"\", \"\")", "")
                .withoutZero())
        .isEqualTo(query("sum(a)", ""));
  }

  private static DashboardQuery query(String expression, String minStep) {
    return new DashboardQuery("here", expression, false, minStep);
  }

  /**
   * All metrics with this prefix are kept, so a wrong name would not be detected by missing series;
   * there may be no errors.
   */
  @ParameterizedTest
  @MethodSource("queries")
  void whatIsAskedOfTheLoadGeneratorItHas(DashboardQuery query) throws IOException {
    Set<String> known = loadGeneratorsMetrics();

    assertThat(query.metrics())
        .as(query.where())
        .filteredOn(name -> name.startsWith(OF_LOAD))
        .extracting(name -> name.replaceAll("^" + OF_LOAD + "|_(total|bucket|sum|count)$", ""))
        .allMatch(known::contains);
  }

  /** The names in the exporter's source, without the common prefix. */
  private static Set<String> loadGeneratorsMetrics() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String file : List.of("LoadMetrics.java", "TimeMetrics.java")) {
      Matcher literal = LITERAL.matcher(Files.readString(LOAD_METRICS.resolve(file)));
      while (literal.find()) {
        names.add(literal.group(1).replaceFirst(OF_LOAD, ""));
      }
    }
    Matcher ofStream =
        LITERAL.matcher(Files.readString(LOAD_METRICS.resolve("StreamMetrics.java")));
    while (ofStream.find()) {
      names.add("stream_" + ofStream.group(1));
    }
    return names;
  }

  @Test
  void everyExpressionParses() throws IOException, InterruptedException {
    RealPrometheus.assumeInstalled();
    StringBuilder rules = new StringBuilder("groups:\n- name: dashboards\n  rules:\n");
    Map<String, String> values = new HashMap<>(VALUES);
    dashboards().forEach(dashboard -> values.putAll(dashboard.defaults()));
    List<DashboardQuery> queries = queries().toList();
    for (int i = 0; i < queries.size(); i++) {
      String expression = queries.get(i).expand(values);
      rules.append("  - record: query%d\n    expr: |\n      %s\n".formatted(i, expression));
    }
    Path file = Files.writeString(folder.resolve("rules.yml"), rules.toString());

    assertThat(promtool("check", "rules", file.toString()))
        .contains(queries.size() + " rules found")
        .doesNotContain("FAILED");
  }

  @Test
  void thePrometheusConfigurationIsValid() throws IOException, InterruptedException {
    RealPrometheus.assumeInstalled();
    Path file =
        Files.writeString(folder.resolve("prometheus.yml"), new KeptMetrics().withoutDiscovery());

    assertThat(promtool("check", "config", "--syntax-only", file.toString())).contains("SUCCESS");
  }

  private String promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(RealPrometheus.program("promtool").orElseThrow().toString());
    command.addAll(List.of(arguments));
    Path output = folder.resolve("promtool.txt");
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
    return Files.readString(output);
  }
}
