package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;
import java.util.stream.Stream;

/** Failed requests by the kind of their failure; a kind without any is absent. */
public record RequestFailures(
    @JsonPropertyDescription("No connection: it was refused, or not established in time.")
        Long refused,
    @JsonPropertyDescription("The connection was lost before the response.") Long connectionLost,
    @JsonPropertyDescription("The response was not complete in time.") Long timedOut,
    @JsonPropertyDescription("Status 502, 503 or 504.") Long unavailable,
    @JsonPropertyDescription("Any other status from 500.") Long serverError,
    @JsonPropertyDescription("A status below 500 that was not the expected one.")
        Long unexpectedStatus,
    @JsonPropertyDescription(
            "A response with session state that was lost, older, or changed more than once.")
        Long wrongState,
    @JsonPropertyDescription("The expected status with a content that was wrong.")
        Long wrongResponse,
    @JsonPropertyDescription("Requests that the load generator could not send.") Long notSent)
    implements OmitsNulls {

  /** A kind without any is absent. */
  public RequestFailures {
    refused = positive(refused);
    connectionLost = positive(connectionLost);
    timedOut = positive(timedOut);
    unavailable = positive(unavailable);
    serverError = positive(serverError);
    unexpectedStatus = positive(unexpectedStatus);
    wrongState = positive(wrongState);
    wrongResponse = positive(wrongResponse);
    notSent = positive(notSent);
  }

  private static Long positive(Long count) {
    return count == null || count == 0 ? null : count;
  }

  /** Number of failed requests of all kinds. */
  public long total() {
    return Stream.of(
            refused,
            connectionLost,
            timedOut,
            unavailable,
            serverError,
            unexpectedStatus,
            wrongState,
            wrongResponse,
            notSent)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .sum();
  }

  /** The sum of both. */
  public RequestFailures plus(RequestFailures other) {
    return new RequestFailures(
        sum(refused, other.refused),
        sum(connectionLost, other.connectionLost),
        sum(timedOut, other.timedOut),
        sum(unavailable, other.unavailable),
        sum(serverError, other.serverError),
        sum(unexpectedStatus, other.unexpectedStatus),
        sum(wrongState, other.wrongState),
        sum(wrongResponse, other.wrongResponse),
        sum(notSent, other.notSent));
  }

  private static Long sum(Long one, Long other) {
    return one == null ? other : other == null ? one : (Long) (one + other);
  }
}
