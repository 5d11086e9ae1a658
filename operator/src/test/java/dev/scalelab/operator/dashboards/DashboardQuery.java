package dev.scalelab.operator.dashboards;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One query of a dashboard.
 *
 * @param where dashboard and panel, for messages
 * @param expression PromQL with Grafana's variables
 * @param instant whether it is an instant query, at the end of the range
 * @param minStep minimum interval of its points, as 5s; empty for the data source's
 */
public record DashboardQuery(String where, String expression, boolean instant, String minStep) {
  private static final Pattern NO_SERIES_IS_ZERO =
      Pattern.compile(" or (vector\\(0\\)|label_replace\\(vector\\(0\\)(, \"[^\"]*\")*\\))$");
  private static final Pattern OF_STREAM =
      Pattern.compile("scalelab_load_stream_|messaging_activemq_");
  private static final Pattern OF_ECPERF = Pattern.compile("scalelab_configuration_bbops_");
  private static final Pattern OF_SETTINGS =
      Pattern.compile("ejb3_|scalelab_bean_threads_|scalelab_old_generation_");
  private static final Pattern OF_DISTURBANCES = Pattern.compile("scalelab_disturbance_");

  /** What may be 0 all the time in a healthy system; a load moves everything else. */
  private static final Pattern MAY_BE_ZERO =
      Pattern.compile(
          "scalelab_disturbance_.*|container_cpu_cfs_throttled_seconds_total|cnpg_scalelab_backends_(lock_waiters|io|committing)|io_queue_size|container_network_transmit_packets_dropped_total|cnpg_pg_stat_database_(deadlocks|xact_rollback)"
              + "|cnpg_pg_replication_lag|haproxy_(backend|server)_current_queue"
              + "|haproxy_backend_http_responses_total|datasources_pool_total_blocking_time"
              + "|messaging_activemq_message_count|scalelab_load_errors_total"
              + "|scalelab_(configuration|step)_(error_percent|saturated|change_percent)");

  private static final Pattern STRINGS = Pattern.compile("\"[^\"]*\"");
  private static final Pattern MATCHERS_AND_RANGES = Pattern.compile("\\{[^}]*}|\\[[^]]*]");
  private static final Pattern LABEL_LISTS =
      Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w:])([a-zA-Z_:][\\w:]*)(?![\\w:]|\\s*\\()");
  private static final Pattern NAMED_BY_LABEL = Pattern.compile("__name__=~\"([^\"]+)\"");
  private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "bool", "offset");

  /** Names of the metrics in the expression. */
  public Set<String> metrics() {
    Set<String> names = new TreeSet<>();
    NAMED_BY_LABEL
        .matcher(expression)
        .results()
        .forEach(result -> names.addAll(List.of(result.group(1).split("\\|"))));
    String rest = STRINGS.matcher(expression).replaceAll("");
    rest = MATCHERS_AND_RANGES.matcher(rest).replaceAll(" ");
    rest = LABEL_LISTS.matcher(rest).replaceAll(" ");
    NAME.matcher(rest).results().forEach(result -> names.add(result.group(1)));
    names.removeAll(KEYWORDS);
    return names;
  }

  /** Whether it queries a stream beside the load and its queues, which few workloads have. */
  public boolean ofStream() {
    return isOf(OF_STREAM);
  }

  /** Whether it queries ecperf's own figure, which no other workload has. */
  public boolean ofEcperf() {
    return isOf(OF_ECPERF);
  }

  /** Whether it queries Infinispan servers, which only remote state has. */
  public boolean ofCache() {
    return expression().contains("tier=\"cache\"");
  }

  /** Whether it queries what servers report only with a setting, of beans or of the screen. */
  public boolean ofSettings() {
    return isOf(OF_SETTINGS);
  }

  /** Whether it queries what disturbances have done, which only a disturbed experiment has. */
  public boolean ofDisturbances() {
    return isOf(OF_DISTURBANCES);
  }

  /** Whether only zeros are an answer too: where they mean that nothing went wrong. */
  public boolean mayBeZero() {
    return metrics().stream().anyMatch(name -> MAY_BE_ZERO.matcher(name).matches());
  }

  /** Whether it queries what kubelets report only from Kubernetes 1.34 on. */
  public boolean ofPressure() {
    return metrics().stream().anyMatch(name -> name.startsWith("container_pressure_"));
  }

  private boolean isOf(Pattern begin) {
    return metrics().stream().allMatch(name -> begin.matcher(name).lookingAt());
  }

  /**
   * The query without its default of zero for missing series, which would hide that they are
   * missing.
   */
  public DashboardQuery withoutZero() {
    return new DashboardQuery(
        where, NO_SERIES_IS_ZERO.matcher(expression).replaceAll(""), instant, minStep);
  }

  /**
   * The assumed maximum interval of samples, as in Grafana: the minimum step of the query, or of
   * the data source.
   */
  public Duration scrapeInterval(Duration ofDataSource) {
    return minStep.isEmpty() ? ofDataSource : Duration.parse("PT" + minStep);
  }

  /**
   * The expression with variables replaced by values, as in Grafana.
   *
   * @param variables values of the dashboard's variables by name
   */
  public String expand(Map<String, String> variables) {
    // The longest names first: $trial may be the start of another name.
    Map<String, String> values = new TreeMap<>((a, b) -> b.compareTo(a));
    values.putAll(variables);
    String expanded = expression;
    for (Map.Entry<String, String> value : values.entrySet()) {
      expanded = expanded.replace("$" + value.getKey(), value.getValue());
    }
    return expanded;
  }
}
