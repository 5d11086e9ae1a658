package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunResultBuilder;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepWindow;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What end-to-end tests count from the balancer's log. */
class SessionTallyTest {
  private static final String ADD = "POST /api/cart/products";
  private static final String SHOW = "GET /api/cart";
  private static final String DROP = "DELETE /api/cart";

  private final StringBuilder log =
      new StringBuilder("Proxy application started.\n")
          .append(line(0, "app-0", 200, "-", "warm", "w 1 app-0", ADD)); // before the load

  private int second = 10;

  @Test
  void aSessionIsIntactAndHasMovedIfAnotherServerGoesOn() {
    begins("a", "app-0");
    says("a", "app-1", 200, "a 2 app-1", ADD);
    says("a", "app-1", 200, "a 2 app-1", DROP);
    begins("b", "app-1");

    assertThat(tally())
        .hasToString(
            "2 sessions: 2 intact, of these 1 moved, 0 lost, 0 unknown, 0 other; 0 requests failed");
  }

  @Test
  void aSessionIsLostIfItsStateIsGoneOrThatOfAnother() {
    begins("a", "app-0");
    says("a", "app-1", 409, "none", ADD);
    begins("b", "app-0");
    log.append(line(second++, "app-1", 200, "b", "new", "new 1 app-1", ADD));
    begins("c", "app-0");
    says("c", "<NOSRV>", 503, "", ADD);
    says("c", "app-1", 200, "none", SHOW);

    assertThat(tally())
        .hasToString(
            "3 sessions: 0 intact, of these 0 moved, 3 lost, 0 unknown, 0 other; 3 requests failed");
  }

  @Test
  void afterAFailureASecondLookShowsWhatBecameOfIt() {
    begins("a", "app-0");
    says("a", "app-0", -1, "", ADD);
    says("a", "app-0", 200, "a 1 app-0", SHOW); // the product has not arrived
    begins("b", "app-0");
    says("b", "app-0", 503, "", ADD);
    says("b", "app-0", 503, "", SHOW);
    begins("c", "app-0");
    says("c", "app-0", 504, "", DROP);
    says("c", "app-0", 200, "none", SHOW); // it was ended, or lost
    log.append(line(second++, "app-0", 503, "-", "-", "", ADD)); // no session has begun

    assertThat(tally())
        .hasToString(
            "3 sessions: 1 intact, of these 0 moved, 0 lost, 2 unknown, 0 other; 5 requests failed");
  }

  /** HAProxy prints nothing of a request whose server broke off the connection. */
  @Test
  void aLookThatNothingElseExplainsFollowsAFailure() {
    begins("a", "app-0");
    says("a", "app-1", 200, "a 2 app-0", SHOW); // the product has arrived
    begins("b", "app-0");
    says("b", "app-1", 200, "none", SHOW);
    fills("c");
    says("c", "app-0", 200, "c 10 app-0", SHOW);
    says("c", "app-1", 200, "none", SHOW); // it was ended, or lost

    assertThat(SessionTally.of(log.toString(), 3, run(0, null)))
        .hasToString(
            "3 sessions: 1 intact, of these 1 moved, 1 lost, 1 unknown, 0 other; 3 requests failed");
  }

  @Test
  void nothingIsCountedFromALogWhoseFirstRequestsOfTheRunWereRotatedAway() {
    begins("a", "app-0");
    begins("b", "app-1");

    assertThat(SessionTally.of(withoutFirst(1), 0, run(0, null)))
        .as("without the start; with the warm-up's last request")
        .hasToString(tally().toString());
    assertThatThrownBy(() -> SessionTally.of(withoutFirst(2), 0, run(0, null)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the balancer's log was rotated");
  }

  private String withoutFirst(int lines) {
    return log.toString().lines().skip(lines).collect(Collectors.joining("\n"));
  }

  /** As when a server breaks off a connection; an error of the balancer's own is a response. */
  @Test
  void aRequestWithoutAnyResponseIsUnanswered() {
    assertThat(
            SessionTally.unanswered(
                """
                # TYPE haproxy_frontend_http_requests_total counter
                haproxy_frontend_http_requests_total{proxy="application"} 6
                haproxy_frontend_http_requests_total{proxy="metrics"} 1
                haproxy_frontend_http_responses_total{proxy="application",code="2xx"} 3
                haproxy_frontend_http_responses_total{proxy="application",code="4xx"} 1
                haproxy_frontend_http_responses_total{proxy="application",code="5xx"} 1
                haproxy_backend_http_requests_total{proxy="servers"} 5
                """))
        .isEqualTo(1);
  }

  @Test
  void aMissingAnOlderAndARepeatedChangeAreOfOneKind() {
    begins("a", "app-0");
    says("a", "app-1", 200, "a 1 app-1", ADD);
    fills("b");
    says("b", "app-1", 200, "b 9 app-0", SHOW);
    says("b", "app-0", 200, "b 10 app-0", SHOW);
    fills("c");
    says("c", "app-0", 200, "c 11 app-0", SHOW);

    assertThat(tally())
        .hasToString(
            "3 sessions: 0 intact, of these 0 moved, 0 lost, 0 unknown, 3 other; 3 requests failed");
  }

  @Test
  void aRunHasTheseCountsButForWhatEndedWhenAWindowDid() {
    begins("a", "app-0");
    says("a", "app-1", 409, "none", ADD);
    second = 40; // the end of the window
    begins("b", "app-0");

    tally().hasTheCountsOf(run(1, sessions(1, 0, 1)));
    tally().hasTheCountsOf(run(1, sessions(2, 1, 1)));
    for (RunResult wrong :
        List.of(run(2, sessions(1, 0, 1)), run(1, sessions(3, 2, 1)), run(1, sessions(2, 2, 0)))) {
      assertThatThrownBy(() -> tally().hasTheCountsOf(wrong)).isInstanceOf(AssertionError.class);
    }
  }

  private static StateCounts sessions(long all, long intact, long lost) {
    return new StateCounts(all, intact, 0L, lost, 0L, 0L, 0L, 0L);
  }

  private static RunResult run(long failed, StateCounts state) {
    StepResult step =
        StepResult.of(
                1, null, new StepWindow("2026-11-28T10:00:05Z", "2026-11-28T10:00:40Z", 35.0), null)
            .state(state)
            .failedRequests(new RequestFailures(null, null, null, null, null, 1L, null, null, null))
            .build();
    return RunResultBuilder.builder()
        .startedAt("2026-11-28T10:00:02Z")
        .steps(List.of(step))
        .totals(new RunTotals(List.of(), 10L, failed, null))
        .build();
  }

  private SessionTally tally() {
    return SessionTally.of(log.toString(), 0, run(0, null));
  }

  private void fills(String session) {
    begins(session, "app-0");
    for (int product = 2; product <= 10; product++) {
      says(session, "app-0", 200, session + " " + product + " app-0", ADD);
    }
  }

  private void begins(String session, String server) {
    String state = session + " 1 " + server;
    log.append(line(second++, server, 200, "-", session, state, ADD));
  }

  private void says(String session, String server, int status, String state, String request) {
    log.append(line(second++, server, status, session, "-", state, request));
  }

  private static String line(
      int second,
      String server,
      int status,
      String sent,
      String set,
      String state,
      String request) {
    return "10.0.0.7:40812 [28/Nov/2026:10:00:%02d.250] application servers/%s 0/0/0/3/3 %d 180 %s %s --VN 9/9/0/0/0 0/0 {%s} \"%s HTTP/1.1\"\n"
        .formatted(
            second, server, status, cookie(sent, server), cookie(set, server), state, request);
  }

  private static String cookie(String session, String server) {
    return session.equals("-") ? "-" : "JSESSIONID=" + session + "." + server;
  }
}
