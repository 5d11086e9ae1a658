package dev.scalelab.load.scenario;

import io.gatling.commons.validation.Validation;
import io.gatling.core.check.CheckResult;
import io.gatling.core.session.Session;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.response.Response;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.netty.util.AsciiString;

/** Reads the server's name and the session's state from each response: a check that never fails. */
final class ServerName extends ResponseCheck {
  private static final AsciiString HEADER = AsciiString.cached("X-ScaleLab-Pod");
  private static final AsciiString STATE = AsciiString.cached("X-ScaleLab-State");
  private static final ServerName CHECK = new ServerName();

  private ServerName() {
    super(HttpCheckScope.Header$.MODULE$);
  }

  /**
   * Returns the request with this check, which stores the server's name and the session's state in
   * its user's transaction.
   */
  static HttpRequestActionBuilder takenFrom(HttpRequestActionBuilder request) {
    return CHECK.of(request);
  }

  @Override
  Validation<CheckResult> look(Response response, Session session) {
    Transaction transaction = Transaction.of(session);
    transaction.answeredBy(response.headers().get(HEADER));
    if (transaction.state() != null) {
      transaction.showed(response.headers().get(STATE));
    }
    return CheckResult.NoopCheckResultSuccess();
  }
}
