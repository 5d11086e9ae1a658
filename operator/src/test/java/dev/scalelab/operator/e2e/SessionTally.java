package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.RequestLine;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The test's own count of what became of the sessions of Cart and of their requests: from the
 * balancer's log instead of from what the load generator reports.
 */
final class SessionTally {
  /** The load generator's time of a response is a little later than the balancer's. */
  private static final Duration DOUBT = Duration.ofSeconds(2);

  private static final int METRICS = 8405;
  private static final String REQUESTS =
      "haproxy_frontend_http_requests_total{proxy=\"application\"} ";
  private static final String RESPONSES =
      "haproxy_frontend_http_responses_total{proxy=\"application\",";

  private final List<SeenSession> sessions;
  private final List<Instant> failures = new ArrayList<>();

  /** Failed requests of which the balancer has printed nothing. */
  private final long unseen;

  /**
   * @param lines of a run's requests and of no others, in the order in which they ended
   * @param unseen failed requests that have no line
   */
  SessionTally(List<RequestLine> lines, long unseen) {
    this.unseen = unseen;
    Map<String, SeenSession> byId = new LinkedHashMap<>();
    for (RequestLine line : lines) {
      if (hasFailed(byId, line)) {
        failures.add(line.end());
      }
    }
    sessions = byId.values().stream().filter(SeenSession::hasState).toList();
  }

  /** Of a trial's run whose balancer is still there. */
  static SessionTally of(Cluster cluster, String trial, RunResult run) throws Exception {
    var pods = cluster.client().pods().inNamespace(Cluster.NAMESPACE);
    Map<String, String> balancers = Labels.selector(trial, Tier.BALANCER);
    Pod balancer = pods.withLabels(balancers).list().getItems().get(0);
    try (LocalPortForward metrics = pods.resource(balancer).portForward(METRICS)) {
      URI uri = URI.create("http://127.0.0.1:%d/metrics".formatted(metrics.getLocalPort()));
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
      String counters =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      return of(pods.resource(balancer).getLog(), unanswered(counters), run);
    }
  }

  /**
   * Requests of which HAProxy prints nothing. It counts a request in its frontend when it has come,
   * and a response, its own included, when it prints the line.
   */
  static long unanswered(String counters) {
    return sum(counters, REQUESTS) - sum(counters, RESPONSES);
  }

  private static long sum(String counters, String name) {
    return counters
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /**
   * From the text of a balancer's log.
   *
   * @param unseen requests that the balancer has counted and not printed
   */
  static SessionTally of(String log, long unseen, RunResult run) {
    Instant start = Instant.parse(run.startedAt());
    assertWhole(log, start);
    List<RequestLine> all = log.lines().flatMap(line -> RequestLine.of(line).stream()).toList();
    return new SessionTally(
        all.stream().filter(line -> !line.end().isBefore(start)).toList(), unseen);
  }

  /**
   * A kubelet shows only the newest file of a log. HAProxy prints of its own start and of its
   * servers before any request: of a log that begins with one, the beginning is missing.
   */
  private static void assertWhole(String log, Instant start) {
    log.lines()
        .findFirst()
        .flatMap(RequestLine::of)
        .filter(first -> !first.end().isBefore(start))
        .ifPresent(
            first ->
                fail(
                    "the balancer's log was rotated: it begins with a request that ended at %s, after"
                        + " the start of the run at %s, so that sessions and failures cannot be counted."
                        + " Shorten the run",
                    first.end(), start));
  }

  private static boolean hasFailed(Map<String, SeenSession> byId, RequestLine line) {
    return line.session() == null
        ? !line.ok()
        : byId.computeIfAbsent(line.session(), id -> new SeenSession()).hasFailed(line);
  }

  /** Sessions that became so, of the whole run. */
  long count(Predicate<SeenSession> became) {
    return sessions.stream().filter(became).count();
  }

  long failures() {
    return failures.size() + unseen;
  }

  /** Checks what a run reports of its requests, and its steps of what ended in their windows. */
  void hasTheCountsOf(RunResult run) {
    assertThat(sessions).as("sessions in the balancer's log").isNotEmpty();
    assertThat(run.totals().failedRequests())
        .as("failed requests of the run")
        .isEqualTo(failures());
    run.steps().forEach(this::hasTheCountsOf);
  }

  private void hasTheCountsOf(StepResult step) {
    StateCounts state = step.state();
    compare(step, "sessions", state.sessions(), session -> true);
    compare(step, "intact", state.intact(), SeenSession::isIntact);
    compare(step, "moved", state.moved(), SeenSession::hasMoved);
    compare(step, "lost", state.lost(), SeenSession::isLost);
    compare(step, "unknown", state.unknown(), SeenSession::isUnknown);
    compare(
        step,
        "rolledBack, stale and repeated",
        state.rolledBack() + state.stale() + state.repeated(),
        SeenSession::isOther);
    long failed = step.failedRequests() == null ? 0 : step.failedRequests().total();
    assertThat(failed)
        .as("failedRequests of step %d, %d of all without a line", step.step(), unseen)
        .isBetween(within(step, failures, DOUBT.negated()), within(step, failures, DOUBT) + unseen);
  }

  private void compare(StepResult step, String name, long reported, Predicate<SeenSession> became) {
    List<Instant> own = sessions.stream().filter(became).map(SeenSession::end).toList();
    assertThat(reported)
        .as("%s of step %d, whose window is %s", name, step.step(), step.window())
        .isBetween(within(step, own, DOUBT.negated()), within(step, own, DOUBT));
  }

  /** How many were in the window, extended at both ends. */
  private static long within(StepResult step, List<Instant> times, Duration more) {
    Instant from = Instant.parse(step.window().from()).minus(more);
    Instant to = Instant.parse(step.window().to()).plus(more);
    return times.stream().filter(at -> at.isAfter(from) && at.isBefore(to)).count();
  }

  @Override
  public String toString() {
    return "%d sessions: %d intact, of these %d moved, %d lost, %d unknown, %d other; %d requests failed"
        .formatted(
            sessions.size(),
            count(SeenSession::isIntact),
            count(SeenSession::hasMoved),
            count(SeenSession::isLost),
            count(SeenSession::isUnknown),
            count(SeenSession::isOther),
            failures());
  }
}
