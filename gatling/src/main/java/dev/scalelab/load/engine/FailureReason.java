package dev.scalelab.load.engine;

import java.util.Locale;

/**
 * Maps Gatling's messages to a small number of stable reasons without addresses, so that they can
 * be counted.
 */
final class FailureReason {
  private static final String LOST =
      ConnectionLostException.class.getSimpleName().toLowerCase(Locale.ROOT);

  private FailureReason() {}

  /**
   * @param status HTTP status, or 0 if there was no complete response
   * @param message Gatling's message of the failure, possibly empty
   */
  static String of(int status, String message) {
    if (status != 0) {
      return "HTTP " + status;
    }
    String text = message.toLowerCase(Locale.ROOT);
    if (text.startsWith("request timeout")) {
      return "request timeout";
    } else if (text.contains("connection refused")) {
      return "connection refused";
    } else if (text.contains("connecttimeout") || text.contains("connection timed out")) {
      return "connection timeout";
    } else if (text.contains("cannot assign requested address")) {
      return "no free port in the load generator";
    } else if (text.contains("connection reset")
        || text.contains("broken pipe")
        || text.contains("premature close")
        || text.contains(LOST)) {
      // Which of these is reported for a closed or reset connection is random.
      return "connection lost before the response";
    } else if (text.contains("unknownhost")) {
      return "unknown host";
    }
    return message.isBlank() ? "no response" : withoutAddresses(message);
  }

  private static String withoutAddresses(String message) {
    return message.replaceAll("\\S*\\d{1,3}(\\.\\d{1,3}){3}\\S*", "ADDRESS");
  }
}
