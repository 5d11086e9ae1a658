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
import io.netty.util.AsciiString;
import java.util.Map;
import scala.Function1;
import scala.Function2;
import scala.collection.immutable.List$;

/**
 * Takes from each response which server gave it: a check that never fails.
 *
 * <p>Gatling's own check of a header costs the load generator several microseconds a request; this
 * one looks into the response and leaves it at that.
 */
final class ServerName implements Check<Response> {
  private static final AsciiString HEADER = AsciiString.cached("X-ScaleLab-Pod");
  private static final HttpCheck CHECK =
      new HttpCheck(new ServerName(), HttpCheckScope.Header$.MODULE$);

  private ServerName() {}

  /** The request, which then tells its user's transaction who has answered. */
  static HttpRequestActionBuilder takenFrom(HttpRequestActionBuilder request) {
    HttpRequestBuilder plain = (HttpRequestBuilder) request.asScala();
    return new HttpRequestActionBuilder(
        plain.check(List$.MODULE$.<HttpCheck>empty().$colon$colon(CHECK)));
  }

  @Override
  public Validation<CheckResult> check(
      Response response, Session session, Map<Object, Object> prepared) {
    Transaction.of(session).answeredBy(response.headers().get(HEADER));
    return CheckResult.NoopCheckResultSuccess();
  }

  @Override
  public Check<Response> checkIf(Function1<Session, Validation<Object>> condition) {
    throw new UnsupportedOperationException("who answered is always asked");
  }

  @Override
  public Check<Response> checkIf(Function2<Response, Session, Validation<Object>> condition) {
    throw new UnsupportedOperationException("who answered is always asked");
  }
}
