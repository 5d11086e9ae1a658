package dev.scalelab.load;

import dev.scalelab.load.KnownServer.Action;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The applications of the workloads as a client sees them: sessions that count their changes. One
 * thread answers.
 */
final class KnownApplication {
  private static final int LINES_OF_AN_ORDER = 3;

  /** Changes that each session has seen. */
  private final Map<String, Integer> changes = new HashMap<>();

  /** The last station that each work order has gone through. */
  private final Map<String, Integer> stations = new HashMap<>();

  /** The answer to a request of that method and path; a new session is named by its number. */
  FullHttpResponse answer(FullHttpRequest request, String kind, Action action, long number) {
    if (action == Action.REFUSE) {
      return response(503);
    }
    String session = session(request);
    if (session != null && action == Action.FORGET) {
      changes.remove(session);
    } else if (session != null && action == Action.SET_BACK) {
      changes.computeIfPresent(session, (mine, seen) -> seen - 1);
    }
    return switch (kind) {
      case "POST /api/cart/products", "POST /api/bookstore/login", "POST /api/ecperf/cart/lines" ->
          changed(session, number);
      case "GET /api/cart" -> counted(changes.getOrDefault(session, 0));
      case "DELETE /api/cart" -> dropped(session);
      case "GET /api/bookstore" -> response(session == null ? 200 : 400);
      case "GET /api/bookstore/books/N",
          "POST /api/bookstore/basket/books",
          "DELETE /api/bookstore/basket/books/N" ->
          changes.containsKey(session) ? changed(session, number) : response(401);
      case "GET /api/bookstore/basket" ->
          changes.containsKey(session) ? counted(changes.get(session)) : response(401);
      case "POST /api/bookstore/purchases" ->
          response(session != null && changes.remove(session) != null ? 201 : 401);
      case "POST /api/ecperf/orders" -> ordered(session);
      case "GET /api/cells/N" ->
          request.uri().endsWith("/4")
              ? response(500, "{\"error\":\"TB5 has thrown\",\"field\":\"configuration\"}")
              : response(200, "{\"configuration\":\"%s\"}".formatted(configuration(request)));
      case "POST /api/portal/orders" -> response(session == null ? 202 : 400);
      case "GET /api/portal/customers/N/orders",
          "GET /api/portal/customers/N/tickets",
          "PUT /api/ecperf/orders/N",
          "GET /api/ecperf/orders/N",
          "GET /api/ecperf/customers/N/orders" ->
          // These need no session; a cookie would mean that two users share a cookie store.
          response(session == null ? 200 : 400);
      case "POST /api/ecperf/work-orders/planned" ->
          response(session == null ? 201 : 400, "{\"workOrderId\":" + number + "}");
      case "POST /api/ecperf/work-orders/N/stations/N" -> response(passed(request) ? 200 : 409);
      case "POST /api/ecperf/work-orders/N/completion" ->
          response(Integer.valueOf(3).equals(stations.remove(workOrder(request))) ? 200 : 409);
      default -> response(404);
    };
  }

  /** A change of the session, which begins where there is none. */
  private FullHttpResponse changed(String session, long number) {
    String mine = session == null ? "s" + number : session;
    FullHttpResponse response = counted(changes.merge(mine, 1, Integer::sum));
    if (session == null) {
      response
          .headers()
          .add(HttpHeaderNames.SET_COOKIE, "JSESSIONID=" + mine + "; Path=/; HttpOnly")
          .add(HttpHeaderNames.SET_COOKIE, "SCALELAB_SERVER=app; path=/");
    }
    return response;
  }

  private FullHttpResponse dropped(String session) {
    Integer seen = changes.remove(session);
    return counted(seen == null ? 0 : seen);
  }

  private FullHttpResponse ordered(String session) {
    Integer lines = session == null ? null : changes.remove(session);
    return response(lines != null && lines == LINES_OF_AN_ORDER ? 201 : 409);
  }

  private boolean passed(FullHttpRequest request) {
    String uri = request.uri();
    int next = Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1));
    return stations.merge(workOrder(request), 1, Integer::sum) == next;
  }

  private static String workOrder(FullHttpRequest request) {
    return request.uri().split("/")[4];
  }

  private static String session(FullHttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.COOKIE, "");
    for (Cookie cookie : ServerCookieDecoder.LAX.decode(header)) {
      if (cookie.name().equals("JSESSIONID")) {
        return cookie.value();
      }
    }
    return null;
  }

  private static String configuration(FullHttpRequest request) {
    return request.uri().substring(request.uri().lastIndexOf('/') + 1);
  }

  private static FullHttpResponse counted(int changes) {
    return response(200, "{\"changes\":" + changes + "}");
  }

  private static FullHttpResponse response(int status) {
    return response(status, "{}");
  }

  private static FullHttpResponse response(int status, String body) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(status),
            Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    return response;
  }
}
