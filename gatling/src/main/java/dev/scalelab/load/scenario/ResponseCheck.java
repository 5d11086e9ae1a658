package dev.scalelab.load.scenario;

import io.gatling.commons.validation.Validation;
import io.gatling.core.check.Check;
import io.gatling.core.check.CheckResult;
import io.gatling.core.session.Session;
import io.gatling.http.check.HttpCheck;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.request.builder.HttpRequestBuilder;
import io.gatling.http.response.Response;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Map;
import scala.Function1;
import scala.Function2;
import scala.collection.immutable.List$;

/**
 * A check of every response to a request; it cannot be made conditional.
 *
 * <p>Gatling's own checks prepare, extract, validate and save, which costs the load generator
 * several microseconds per request; these only read the response.
 */
abstract class ResponseCheck implements Check<Response> {
  private final HttpCheck check;

  /**
   * @param scope checked part of the response; with a check of the status Gatling adds none of its
   *     own
   */
  ResponseCheck(HttpCheckScope scope) {
    this.check = new HttpCheck(this, scope);
  }

  /** Checks the response; returns the result, or a failure. */
  abstract Validation<CheckResult> look(Response response, Session session);

  /** Returns the request with this check of its response. */
  final HttpRequestActionBuilder of(HttpRequestActionBuilder request) {
    HttpRequestBuilder plain = (HttpRequestBuilder) request.asScala();
    return new HttpRequestActionBuilder(
        plain.check(List$.MODULE$.<HttpCheck>empty().$colon$colon(check)));
  }

  @Override
  public final Validation<CheckResult> check(
      Response response, Session session, Map<Object, Object> prepared) {
    return look(response, session);
  }

  @Override
  public final Check<Response> checkIf(Function1<Session, Validation<Object>> condition) {
    throw new UnsupportedOperationException("this check is unconditional");
  }

  @Override
  public final Check<Response> checkIf(Function2<Response, Session, Validation<Object>> condition) {
    throw new UnsupportedOperationException("this check is unconditional");
  }
}
