package dev.scalelab.operator.support;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the balancer's log (requestLog): a request as HAProxy saw it.
 *
 * @param end when it was over, if HAProxy's clock shows UTC, as in a pod
 * @param server the one that it was sent to, or a text in angle brackets
 * @param status of the response; negative if there was none
 * @param session the session that the client named, or else the one that the response began; null
 *     without
 * @param state of the session in the response; null if it has none
 */
public record RequestLine(
    Instant end, String server, int status, String session, String state, String method) {
  private static final Pattern FORMAT =
      Pattern.compile(
          "^\\S+ \\[(?<begin>[^]]+)] \\S+ \\S+/(?<server>\\S+) (?:-?\\d+/){4}(?<millis>-?\\d+)"
              + " (?<status>-?\\d+) \\d+ (?<sent>\\S+) (?<set>\\S+) \\S{4} \\S+ \\S+"
              + "(?: \\{(?<state>[^}]*)})? \"(?<method>\\w+) \\S+.*");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss.SSS", Locale.ENGLISH);

  private static final Pattern SESSION = Pattern.compile("JSESSIONID=(?<id>[^.;]+).*");

  /** The request of a line; empty if the line is about something else. */
  public static Optional<RequestLine> of(String line) {
    Matcher found = FORMAT.matcher(line);
    return found.matches() ? Optional.of(of(found)) : Optional.empty();
  }

  private static RequestLine of(Matcher found) {
    Instant begin = LocalDateTime.parse(found.group("begin"), TIME).toInstant(ZoneOffset.UTC);
    String named = session(found.group("sent"));
    String state = found.group("state");
    return new RequestLine(
        begin.plusMillis(Math.max(0, Integer.parseInt(found.group("millis")))),
        found.group("server"),
        Integer.parseInt(found.group("status")),
        named == null ? session(found.group("set")) : named,
        state == null || state.isEmpty() ? null : state,
        found.group("method"));
  }

  /** Without the route, which names the server and may change. */
  private static String session(String cookie) {
    Matcher found = SESSION.matcher(cookie);
    return found.matches() ? found.group("id") : null;
  }

  /** Whether the request was answered as expected, apart from the state. */
  public boolean ok() {
    return status >= 200 && status < 300;
  }
}
