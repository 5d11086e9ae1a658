package dev.scalelab.load.engine;

/**
 * How a request ended.
 *
 * @param answered whether there was a response
 * @param failure why the request failed, or null when the response was the one asked for
 */
public record RequestOutcome(boolean answered, String failure) {
  static final RequestOutcome AS_EXPECTED = new RequestOutcome(true, null);

  private static final RequestOutcome UNKNOWN = new RequestOutcome(false, "request was not sent");
  private static final ThreadLocal<RequestOutcome> LAST = ThreadLocal.withInitial(() -> UNKNOWN);

  /** Whether the response was the one asked for. */
  public boolean ok() {
    return failure == null;
  }

  /**
   * Of a request that failed.
   *
   * @param status HTTP status, or 0 when there was no whole response
   * @param message what Gatling says of the failure, possibly empty
   */
  static RequestOutcome failed(int status, String message) {
    return new RequestOutcome(status != 0, FailureReason.of(status, message));
  }

  /** Of a request that could not even be made. */
  static RequestOutcome notMade(String error) {
    return new RequestOutcome(false, "request could not be made: " + error);
  }

  /** Leaves the outcome for the code that runs next in this thread. */
  void leave() {
    LAST.set(this);
  }

  /**
   * The outcome of the request that has just ended for the user at hand.
   *
   * <p>Gatling reports a response and goes on with its user in one turn of the same thread, so what
   * was reported last is about that user. Its session does not hold the reason of a failure.
   */
  public static RequestOutcome takeLast() {
    RequestOutcome last = LAST.get();
    // Removing it instead would make an entry for each request.
    LAST.set(UNKNOWN);
    return last;
  }
}
