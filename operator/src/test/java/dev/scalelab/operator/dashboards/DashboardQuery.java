package dev.scalelab.operator.dashboards;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One query of a dashboard.
 *
 * @param where dashboard and panel, for people
 * @param expression PromQL with Grafana's variables
 * @param instant whether it is asked for one time only: the end of the range
 * @param minStep how close together its points are at most, as 5s; empty is as close as the data
 *     source says
 */
public record DashboardQuery(String where, String expression, boolean instant, String minStep) {
  private static final Pattern NO_SERIES_IS_ZERO =
      Pattern.compile(" or (vector\\(0\\)|label_replace\\(vector\\(0\\)(, \"[^\"]*\")*\\))$");
  private static final Pattern OF_STREAM =
      Pattern.compile("scalelab_load_stream_|messaging_activemq_");
  private static final Pattern OF_ECPERF = Pattern.compile("scalelab_configuration_bbops_");
  private static final Pattern STRINGS = Pattern.compile("\"[^\"]*\"");
  private static final Pattern MATCHERS_AND_RANGES = Pattern.compile("\\{[^}]*}|\\[[^]]*]");
  private static final Pattern LABEL_LISTS =
      Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w:])([a-zA-Z_:][\\w:]*)(?![\\w:]|\\s*\\()");
  private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "bool", "offset");

  /** Names of the metrics that the expression asks for. */
  public Set<String> metrics() {
    String rest = STRINGS.matcher(expression).replaceAll("");
    rest = MATCHERS_AND_RANGES.matcher(rest).replaceAll(" ");
    rest = LABEL_LISTS.matcher(rest).replaceAll(" ");
    Set<String> names = new TreeSet<>();
    NAME.matcher(rest).results().forEach(result -> names.add(result.group(1)));
    names.removeAll(KEYWORDS);
    return names;
  }

  /** Whether it is of a stream beside the load and its queues, which few workloads have. */
  public boolean ofStream() {
    return isOf(OF_STREAM);
  }

  /** Whether it is of ecperf's own figure, which no other workload has. */
  public boolean ofEcperf() {
    return isOf(OF_ECPERF);
  }

  private boolean isOf(Pattern begin) {
    return metrics().stream().allMatch(name -> begin.matcher(name).lookingAt());
  }

  /** The query without the zero that it shows where there are no series: that would hide a hole. */
  public DashboardQuery withoutZero() {
    return new DashboardQuery(
        where, NO_SERIES_IS_ZERO.matcher(expression).replaceAll(""), instant, minStep);
  }

  /**
   * How far apart samples are at most taken to be, as Grafana does: the least step of the query, or
   * of the data source.
   */
  public Duration scrapeInterval(Duration ofDataSource) {
    return minStep.isEmpty() ? ofDataSource : Duration.parse("PT" + minStep);
  }

  /**
   * The expression with values in the place of variables, as Grafana puts them.
   *
   * @param variables values of the dashboard's variables by name
   */
  public String expand(Map<String, String> variables) {
    // The longest names first: $trial must not be taken for the begin of another name.
    Map<String, String> values = new TreeMap<>((a, b) -> b.compareTo(a));
    values.putAll(variables);
    String expanded = expression;
    for (Map.Entry<String, String> value : values.entrySet()) {
      expanded = expanded.replace("$" + value.getKey(), value.getValue());
    }
    return expanded;
  }
}
