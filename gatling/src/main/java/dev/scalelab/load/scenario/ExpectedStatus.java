package dev.scalelab.load.scenario;

import io.gatling.commons.validation.Failure;
import io.gatling.commons.validation.Validation;
import io.gatling.core.check.CheckResult;
import io.gatling.core.session.Session;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.response.Response;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** Fails a request whose response has another status than expected. */
final class ExpectedStatus extends ResponseCheck {
  private final int status;

  private ExpectedStatus(int status) {
    super(HttpCheckScope.Status$.MODULE$);
    this.status = status;
  }

  /** Returns the request with this check: it fails with any other status. */
  static HttpRequestActionBuilder expecting(int status, HttpRequestActionBuilder request) {
    return new ExpectedStatus(status).of(request);
  }

  @Override
  Validation<CheckResult> look(Response response, Session session) {
    int actual = response.status().code();
    return actual == status
        ? CheckResult.NoopCheckResultSuccess()
        : failure("status " + actual + " instead of " + status);
  }

  // A failure has no value: in Scala it is of any type.
  @SuppressWarnings("unchecked")
  private static Validation<CheckResult> failure(String message) {
    return (Validation<CheckResult>) (Validation<?>) new Failure(message);
  }
}
