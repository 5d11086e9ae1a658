package dev.scalelab.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.FailureKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureReasonTest {

  @ParameterizedTest(name = "{0} {1}: {2}, {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "503 | status.find.is(200), but actually found 503 | HTTP 503 | UNAVAILABLE",
        "500 | status.find.is(200), but actually found 500 | HTTP 500 | SERVER_ERROR",
        "404 | status.find.is(200), but actually found 404 | HTTP 404 | UNEXPECTED_STATUS",
        "0 | Request timeout to host/10.0.0.1:80 after 10000 ms | request timeout | TIMED_OUT",
        "0 | j.n.ConnectException: finishConnect(..) failed with error(-111): Connection refused | connection refused | REFUSED",
        "0 | i.n.c.ConnectTimeoutException: connection timed out after 10000 ms: host/10.0.0.1:80 | connection timeout | REFUSED",
        "0 | recvAddress(..) failed with error(-104): Connection reset by peer | connection lost before the response | CONNECTION_LOST",
        "0 | connect(..) failed with error(-99): Cannot assign requested address: host/10.0.0.1:80 | no free port in the load generator | NOT_SENT",
        "0 | Premature close | connection lost before the response | CONNECTION_LOST",
        "0 | d.s.l.e.ConnectionLostException: the connection was closed | connection lost before the response | CONNECTION_LOST",
        "0 | j.n.UnknownHostException: nowhere | unknown host | NOT_SENT",
        "0 | something odd at host/10.0.0.1:80 | something odd at ADDRESS | CONNECTION_LOST",
        "0 | '' | no response | CONNECTION_LOST",
      })
  void reasonsAreFewAndHoldNoAddress(int status, String message, String reason, FailureKind kind) {
    assertThat(FailureReason.of(status, message)).isEqualTo(new FailureReason(kind, reason));
  }
}
