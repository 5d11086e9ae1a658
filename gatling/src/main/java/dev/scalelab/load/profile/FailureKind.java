package dev.scalelab.load.profile;

/** Kinds of failed requests, from the view of a user. */
public enum FailureKind {
  /** No connection: it was refused, or not established in time. */
  REFUSED("refused"),
  /** The connection was lost before the response. */
  CONNECTION_LOST("connectionLost"),
  /** The response was not complete in time. */
  TIMED_OUT("timedOut"),
  /** Status 502, 503 or 504. */
  UNAVAILABLE("unavailable"),
  /** Any other status from 500. */
  SERVER_ERROR("serverError"),
  /** A status below 500 that was not the expected one. */
  UNEXPECTED_STATUS("unexpectedStatus"),
  /** A response with session state that was lost, older, or changed more than once. */
  WRONG_STATE("wrongState"),
  /** The expected status with a content that was wrong. */
  WRONG_RESPONSE("wrongResponse"),
  /** A request that the load generator could not send. */
  NOT_SENT("notSent");

  private static final int FIRST_OF_SERVERS = 500;

  private final String label;

  FailureKind(String label) {
    this.label = label;
  }

  /** Its name in the records. */
  public String label() {
    return label;
  }

  /** The kind of a response with an unexpected status. */
  public static FailureKind ofStatus(int status) {
    return switch (status) {
      case 502, 503, 504 -> UNAVAILABLE;
      default -> status < FIRST_OF_SERVERS ? UNEXPECTED_STATUS : SERVER_ERROR;
    };
  }
}
