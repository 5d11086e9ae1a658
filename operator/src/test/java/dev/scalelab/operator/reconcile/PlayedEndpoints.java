package dev.scalelab.operator.reconcile;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Endpoints that an API server alone does not have: the kubelets' logs, and a Prometheus with
 * figures of a testbed without problems. It answers queries of the figures that a valid step needs,
 * each on its own, as some services do that are compatible with Prometheus.
 */
final class PlayedEndpoints implements AutoCloseable {
  /** Experiments with this name have servers that do not report a cluster. */
  static final String ALONE = "alone";

  private static final Pattern OF_OPERATOR =
      Pattern.compile("container=~\"(?:[^\"]*[|])?([-a-z0-9]+-app)[|\"]");

  /** It begins with a class of characters, since Java tries a lookbehind everywhere. */
  private static final Pattern TRIAL =
      Pattern.compile(
          "[\"|](?<=trial=\"|=~\"|\\|)([a-z0-9-]+?-(\\d+))(?=\"|-app-(?:[a-z]+-)?\\[0-9]\\+)");

  private static final Pattern PODS = Pattern.compile("pod=~\"([^\"]+)\"");

  /** A sweep's heap in the name of a trial. */
  private static final Pattern HEAP = Pattern.compile("heap(\\d+)mi");

  /** Execution time of each order, of which each server executes 7/s. */
  static final int ORDER_MILLIS = 80;

  /** Cores that each server uses; one that is cold uses more, its compiler included. */
  private static final double CORES = 0.25;

  private static final double MORE_CORES_IF_COLD = 0.2 * CORES;
  private static final double COMPILER_CORES_IF_COLD = 0.06 * CORES;

  private final Map<String, String> more = new ConcurrentHashMap<>();
  private final Map<String, String> logs = new ConcurrentHashMap<>();
  private final OnePacketServer server;
  private volatile DoubleUnaryOperator backlog = at -> 0;
  private volatile DoubleUnaryOperator databaseLost = at -> 0;
  private volatile int scraped = 1;
  private volatile double cpuLimit = 0.3;
  private volatile int heapMebibytes = 384;
  private volatile ToDoubleBiFunction<String, Double> cold;
  private volatile Double clockAhead;
  private volatile String rotatedAfter;
  private final Set<String> rotated = ConcurrentHashMap.newKeySet();

  PlayedEndpoints() {
    server = new OnePacketServer(this::answer);
  }

  /** Address of Prometheus. */
  String prometheus() {
    return server.address();
  }

  /** Address of a pod's log. */
  URI log(String pod) {
    return URI.create(prometheus() + "/logs/" + pod);
  }

  /** From here on servers have these limits, instead of those of the small experiment. */
  void servers(double cpu, int mebibytes) {
    cpuLimit = cpu;
    heapMebibytes = mebibytes;
  }

  /** Number of orders in each server's queue, to which 7/s are added, by epoch time. */
  void backlog(DoubleUnaryOperator atSeconds) {
    backlog = atSeconds;
  }

  /** Seconds for which each server's database has been lost, by epoch time. */
  void databaseLost(DoubleUnaryOperator atSeconds) {
    databaseLost = atSeconds;
  }

  /**
   * Lets servers report their compilers' time.
   *
   * @param untilSeconds for how many seconds those of a trial were cold until an epoch time
   */
  void cold(ToDoubleBiFunction<String, Double> untilSeconds) {
    cold = untilSeconds;
  }

  private double coldSeconds(String trial, double at) {
    return cold == null ? 0 : cold.applyAsDouble(trial, at);
  }

  /** From here on scrapes get an answer (1) or none (0). */
  void scraped(int answers) {
    scraped = answers;
  }

  /** From here on a container of each trial uses a tenth of a core, in a pod with this suffix. */
  void measureToo(String podSuffix, String container) {
    more.put(podSuffix, container);
  }

  /** From here on Prometheus reports its time, which is ahead by this number of seconds. */
  void clockAhead(double seconds) {
    clockAhead = seconds;
  }

  /** Adds output of a pod. */
  void print(String pod, String lines) {
    logs.merge(pod, lines, String::concat);
    if (rotatedAfter != null && lines.contains(rotatedAfter) && rotated.add(pod)) {
      logs.computeIfPresent(pod, (name, log) -> after(log, rotatedAfter));
    }
  }

  private static String after(String log, String text) {
    return log.substring(log.indexOf('\n', log.lastIndexOf(text)) + 1);
  }

  /** From here on each log is rotated once, after a line with this text, before it is read. */
  void rotateAfter(String text) {
    rotatedAfter = text;
  }

  /** Rotates all logs now, except those of pods that have ended. */
  void rotate() {
    logs.replaceAll(
        (pod, log) -> log.contains("\"record\":\"run\"") || pod.contains("-audit-") ? log : "");
  }

  /** The response to an expression at a time in seconds; null to ask for Prometheus' own time. */
  String query(String expression, String time) {
    return inItsContainers(
        time == null ? Map.of("query", expression) : Map.of("query", expression, "time", time));
  }

  private String answer(String path, String body) {
    String logs = "/logs/";
    return path.startsWith(logs)
        ? this.logs.getOrDefault(path.substring(logs.length()).split("\\?")[0], "")
        : inItsContainers(form(body));
  }

  /** The containers of servers that wildfly-operator creates have the name of their object. */
  private String inItsContainers(Map<String, String> form) {
    Matcher container = OF_OPERATOR.matcher(form.get("query"));
    return container.find()
        ? query(form).replace("\"server\"", "\"" + container.group(1) + "\"")
        : query(form);
  }

  private String query(Map<String, String> form) {
    String expression = form.get("query");
    if (!form.containsKey("time")) {
      return ownTime();
    }
    double time = Double.parseDouble(form.get("time"));
    if (expression.startsWith("{__name__") || expression.startsWith("label_replace")) {
      return "{\"status\":\"error\",\"error\":\"joined queries are not supported\"}";
    }
    if (expression.startsWith("up{")) {
      Matcher pods = PODS.matcher(expression);
      return pods.find()
          ? PrometheusAnswers.counter(
              List.of(pods.group(1).split("[|]")), expression, time, at -> scraped)
          : PrometheusAnswers.found("matrix", List.of());
    }
    Matcher trial = TRIAL.matcher(expression);
    if (!trial.find()) {
      return PrometheusAnswers.found("vector", List.of());
    }
    int servers = Integer.parseInt(trial.group(2));
    PlayedServers played = PlayedServers.of(trial.group(1), servers);
    List<String> pods = played.pods();
    if (expression.contains("scalelab_cluster_members")) {
      return trial.group(1).startsWith(ALONE)
          ? PrometheusAnswers.found("vector", List.of())
          : PrometheusAnswers.vector(pods, time, played.members());
    }
    if (expression.contains("infinispan_cluster_size")) {
      return PrometheusAnswers.vector(
          List.of(trial.group(1) + "-cache-0", trial.group(1) + "-cache-1"), time, 2);
    }
    if (expression.contains("scalelab_setting")) {
      return heap(pods, time, trial.group(1));
    }
    if (expression.contains("container_spec_cpu_quota") && expression.contains("-app-")) {
      return PrometheusAnswers.vector(pods, time, cpuLimit);
    }
    if (expression.startsWith("container_cpu_usage") && expression.contains("-app-")) {
      return ofServersAndOthers(pods, trial.group(1), expression, time);
    }
    if (expression.startsWith("messaging_activemq_messages_added_total")) {
      return PrometheusAnswers.counter(pods, expression, time, at -> 7 * at);
    }
    if (expression.startsWith("scalelab_orders")) {
      String executed = PrometheusAnswers.counter(pods, expression, time, at -> 7 * at);
      String millis =
          PrometheusAnswers.counter(pods, expression, time, at -> 7 * ORDER_MILLIS * at);
      return PrometheusAnswers.together(
          PrometheusAnswers.ofFigure(executed, "executed"),
          PrometheusAnswers.ofFigure(millis, "millis"));
    }
    if (expression.startsWith("messaging_activemq_message_count")) {
      return PrometheusAnswers.counter(pods, expression, time, backlog);
    }
    if (expression.startsWith("scalelab_jit_seconds") && cold != null) {
      String name = trial.group(1);
      return PrometheusAnswers.counter(
          pods, expression, time, at -> COMPILER_CORES_IF_COLD * coldSeconds(name, at));
    }
    if (expression.startsWith("scalelab_state_transfer_seconds")) {
      return PrometheusAnswers.counter(pods, expression, time, at -> 0.1 * at);
    }
    if (expression.startsWith("scalelab_database_lost_seconds")) {
      return PrometheusAnswers.counter(pods, expression, time, databaseLost);
    }
    if (expression.startsWith("haproxy_backend_http_requests_total")) {
      return PrometheusAnswers.counter(
          List.of(trial.group(1) + "-lb"), expression, time, at -> 100 * at);
    }
    return PrometheusAnswers.found("vector", List.of());
  }

  private String ofServersAndOthers(
      List<String> servers, String trial, String expression, double time) {
    String answer =
        PrometheusAnswers.counter(
            servers,
            expression,
            time,
            at -> CORES * at + MORE_CORES_IF_COLD * coldSeconds(trial, at));
    for (Map.Entry<String, String> one : more.entrySet()) {
      if (expression.contains(one.getValue())) {
        String other =
            PrometheusAnswers.counter(
                List.of(trial + one.getKey()), expression, time, at -> 0.1 * at);
        answer =
            PrometheusAnswers.together(
                answer, other.replace("\"server\"", "\"" + one.getValue() + "\""));
      }
    }
    return answer;
  }

  private String ownTime() {
    return clockAhead == null
        ? "{\"status\":\"error\",\"error\":\"a time is required\"}"
        : PrometheusAnswers.found(
            "vector",
            List.of(
                "{\"metric\":{},\"value\":%s}"
                    .formatted(
                        PrometheusAnswers.sample(
                            System.currentTimeMillis() / 1000.0 + clockAhead, 1))));
  }

  /** The heap in force is the requested one. */
  private String heap(List<String> pods, double time, String trial) {
    Matcher swept = HEAP.matcher(trial);
    double bytes =
        (swept.find() ? Integer.parseInt(swept.group(1)) : heapMebibytes) * 1024.0 * 1024;
    return PrometheusAnswers.vector(pods, time, bytes)
        .replace("\"container\":", "\"setting\":\"heap\",\"container\":");
  }

  private static Map<String, String> form(String body) {
    return List.of(body.split("&")).stream()
        .map(field -> field.split("=", 2))
        .collect(
            Collectors.toMap(
                field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    server.close();
  }
}
