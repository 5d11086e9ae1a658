package dev.scalelab.load.engine;

import dev.scalelab.load.profile.FailureKind;
import java.util.Locale;

/**
 * A small number of stable reasons for Gatling's messages, without addresses, so that they can be
 * counted.
 *
 * @param kind kind of the failure
 * @param text the reason for a person
 */
record FailureReason(FailureKind kind, String text) {
  private static final String LOST =
      ConnectionLostException.class.getSimpleName().toLowerCase(Locale.ROOT);

  /**
   * @param status HTTP status, or 0 if there was no complete response
   * @param message Gatling's message of the failure, possibly empty
   */
  static FailureReason of(int status, String message) {
    if (status != 0) {
      return new FailureReason(FailureKind.ofStatus(status), "HTTP " + status);
    }
    String text = message.toLowerCase(Locale.ROOT);
    if (text.startsWith("request timeout")) {
      return new FailureReason(FailureKind.TIMED_OUT, "request timeout");
    } else if (text.contains("connection refused")) {
      return new FailureReason(FailureKind.REFUSED, "connection refused");
    } else if (text.contains("connecttimeout") || text.contains("connection timed out")) {
      return new FailureReason(FailureKind.REFUSED, "connection timeout");
    } else if (text.contains("cannot assign requested address")) {
      return new FailureReason(FailureKind.NOT_SENT, "no free port in the load generator");
    } else if (text.contains("connection reset")
        || text.contains("broken pipe")
        || text.contains("premature close")
        || text.contains(LOST)) {
      // Which of these is reported for a closed or reset connection is random.
      return new FailureReason(FailureKind.CONNECTION_LOST, "connection lost before the response");
    } else if (text.contains("unknownhost")) {
      return new FailureReason(FailureKind.NOT_SENT, "unknown host");
    }
    return new FailureReason(
        FailureKind.CONNECTION_LOST, message.isBlank() ? "no response" : withoutAddresses(message));
  }

  private static String withoutAddresses(String message) {
    return message.replaceAll("\\S*\\d{1,3}(\\.\\d{1,3}){3}\\S*", "ADDRESS");
  }
}
