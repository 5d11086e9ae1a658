package dev.scalelab.load.scenario;

import io.gatling.commons.validation.Validation;
import io.gatling.core.check.CheckResult;
import io.gatling.core.session.Session;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.response.Response;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.netty.util.AsciiString;

/** Reads the server's name from each response: a check that never fails. */
final class ServerName extends ResponseCheck {
  private static final AsciiString HEADER = AsciiString.cached("X-ScaleLab-Pod");
  private static final ServerName CHECK = new ServerName();

  private ServerName() {
    super(HttpCheckScope.Header$.MODULE$);
  }

  /**
   * Returns the request with this check, which stores the server's name in its user's transaction.
   */
  static HttpRequestActionBuilder takenFrom(HttpRequestActionBuilder request) {
    return CHECK.of(request);
  }

  @Override
  Validation<CheckResult> look(Response response, Session session) {
    Transaction.of(session).answeredBy(response.headers().get(HEADER));
    return CheckResult.NoopCheckResultSuccess();
  }
}
