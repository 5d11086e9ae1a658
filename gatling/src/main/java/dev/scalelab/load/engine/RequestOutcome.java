package dev.scalelab.load.engine;

import dev.scalelab.load.profile.FailureKind;

/**
 * The outcome of a request.
 *
 * @param answered whether there was a response
 * @param kind kind of the failure, or null if the response was as expected
 * @param failure why the request failed, or null if the response was as expected
 */
public record RequestOutcome(boolean answered, FailureKind kind, String failure) {
  static final RequestOutcome AS_EXPECTED = new RequestOutcome(true, null, null);

  private static final RequestOutcome UNKNOWN =
      new RequestOutcome(false, FailureKind.NOT_SENT, "request was not sent");
  private static final ThreadLocal<RequestOutcome> LAST = ThreadLocal.withInitial(() -> UNKNOWN);

  /** Whether the response was as expected. */
  public boolean ok() {
    return failure == null;
  }

  /**
   * The outcome of a failed request.
   *
   * @param status HTTP status, or 0 if there was no complete response
   * @param message Gatling's message of the failure, possibly empty
   */
  static RequestOutcome failed(int status, String message) {
    FailureReason reason = FailureReason.of(status, message);
    return new RequestOutcome(status != 0, reason.kind(), reason.text());
  }

  /** The outcome of a request that could not be created. */
  static RequestOutcome notMade(String error) {
    return new RequestOutcome(false, FailureKind.NOT_SENT, "request could not be made: " + error);
  }

  /** Stores the outcome for the code that runs next in this thread. */
  void leave() {
    LAST.set(this);
  }

  /**
   * The outcome of the current user's last request.
   *
   * <p>Gatling reports a response and continues with its user in the same task of the same thread,
   * so the last reported outcome belongs to that user. The user's session does not contain the
   * reason of a failure.
   */
  public static RequestOutcome takeLast() {
    RequestOutcome last = LAST.get();
    // Removing it instead would create an entry for each request.
    LAST.set(UNKNOWN);
    return last;
  }
}
