package dev.scalelab.load;

import dev.scalelab.load.KnownServer.Action;
import dev.scalelab.load.profile.ProductionLine;
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
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The applications of the workloads as seen by a client: sessions that count their changes. A
 * single thread responds.
 */
final class KnownApplication {
  /** The balancer's cookie: the server that has the session. */
  private static final String SERVER = "SCALELAB_SERVER";

  private static final int LINES_OF_AN_ORDER = 3;
  private static final int PIECES_OF_A_LARGE_ORDER = 100;
  private static final Pattern WITH_SESSION =
      Pattern.compile(" /api/(cart$|cart/products|bookstore|ecperf/cart|ecperf/orders$)");
  private static final Pattern KEPT = Pattern.compile("\"state\":\"(c*)\"");
  private static final Pattern QUANTITY = Pattern.compile("\"quantity\":(\\d+)");

  /** Number of changes of each session. */
  private final Map<String, Integer> changes = new HashMap<>();

  /** The pod that changed each session last. */
  private final Map<String, String> changedBy = new HashMap<>();

  /** Pieces in the cart of each session that has one. */
  private final Map<String, Integer> pieces = new HashMap<>();

  /** Pieces of each order, in the order of their creation. */
  private final Queue<Integer> orders = new ConcurrentLinkedQueue<>();

  /** Lines of large orders that wait for their production line. */
  private int waiting;

  /** Number of requests of a production line while a large order waited. */
  private int asked;

  private int underWay;
  private volatile int maxUnderWay;

  /** The last station passed by each work order. */
  private final Map<String, Integer> stations = new HashMap<>();

  /** Pieces of each order that was made. */
  List<Integer> piecesOfOrders() {
    return List.copyOf(orders);
  }

  /** Maximum number of work orders scheduled and not completed at the same time. */
  int maxWorkOrdersUnderWay() {
    return maxUnderWay;
  }

  /**
   * The response of a pod to a request with that method and path; a new session is named by its
   * number.
   */
  FullHttpResponse answer(
      FullHttpRequest request, String kind, Action action, long number, String pod) {
    if (action == Action.REFUSE) {
      return response(503);
    } else if (action == Action.CONFLICT) {
      return response(409);
    } else if (action == Action.LOSE) {
      return showing(response(409), "none");
    }
    String session = sessionOf(request);
    if (session != null && cookie(request, SERVER) == null) {
      return response(400); // the balancer would send it to any server
    }
    if (session != null && action == Action.FORGET) {
      changes.remove(session);
    } else if (session != null && action == Action.SET_BACK) {
      changes.computeIfPresent(session, (mine, seen) -> seen - 1);
    }
    String before = state(session);
    FullHttpResponse response = respond(request, kind, session, number, pod);
    // A request that ends the session shows the state that it had.
    String after = state(session == null && created(response) ? "s" + number : session);
    return WITH_SESSION.matcher(kind).find()
        ? showing(response, after.equals("none") ? before : after)
        : response;
  }

  private static boolean created(FullHttpResponse response) {
    return response.headers().contains(HttpHeaderNames.SET_COOKIE);
  }

  private static FullHttpResponse showing(FullHttpResponse response, String state) {
    response.headers().set("X-ScaleLab-State", state);
    return response;
  }

  private String state(String session) {
    return session != null && changes.containsKey(session)
        ? session + " " + changes.get(session) + " " + changedBy.get(session)
        : "none";
  }

  private FullHttpResponse respond(
      FullHttpRequest request, String kind, String session, long number, String pod) {
    return switch (kind) {
      case "POST /api/cart/products", "POST /api/bookstore/login" -> changed(session, number, pod);
      case "POST /api/ecperf/cart/lines" -> put(session, number, request, pod);
      case "GET /api/ecperf/cart" -> response(200);
      case "POST /api/cart/client/products" -> keptByClient(session, request, 1);
      case "POST /api/cart/client" -> keptByClient(session, request, 0);
      case "GET /api/cart" -> counted(changes.getOrDefault(session, 0));
      case "DELETE /api/cart" -> dropped(session);
      case "GET /api/bookstore" -> response(session == null ? 200 : 400);
      case "GET /api/bookstore/books/N",
          "POST /api/bookstore/basket/books",
          "DELETE /api/bookstore/basket/books/N" ->
          changes.containsKey(session) ? changed(session, number, pod) : response(401);
      case "GET /api/bookstore/basket" ->
          changes.containsKey(session) ? counted(changes.get(session)) : response(401);
      case "GET /api/bookstore/state" -> response(changes.containsKey(session) ? 204 : 401, "");
      case "POST /api/bookstore/purchases" ->
          response(session != null && changes.remove(session) != null ? 201 : 401);
      case "POST /api/ecperf/orders" -> ordered(session);
      case "GET /cells/index.html", "GET /cells/picture-1.png", "GET /cells/picture-2.png" ->
          response(200);
      case "GET /api/cells/N" ->
          request.uri().endsWith("/4")
              ? response(500, "{\"error\":\"TB5 has thrown\",\"field\":\"configuration\"}")
              : response(200, "{\"configuration\":\"%s\"}".formatted(configuration(request)));
      case "POST /api/portal/orders" -> response(session == null ? 202 : 400);
      case "POST /api/portal/tickets" -> response(session == null ? 201 : 400);
      case "GET /api/portal/customers/N/orders",
          "GET /api/portal/customers/N/tickets",
          "PUT /api/ecperf/orders/N",
          "GET /api/ecperf/orders/N",
          "GET /api/ecperf/customers/N/orders" ->
          // These need no session; a cookie would mean that two users share a cookie store.
          response(session == null ? 200 : 400);
      case "POST /api/ecperf/work-orders/planned" ->
          session == null ? scheduled(number) : response(400);
      case "POST /api/ecperf/work-orders/large" -> scheduledLarge(session, number);
      case "POST /api/ecperf/work-orders/N/stations/N" -> response(passed(request) ? 200 : 409);
      case "POST /api/ecperf/work-orders/N/completion" -> completed(request);
      case "DELETE /api/ecperf/orders/N" -> response(session == null ? 400 : 204, "");
      case "DELETE /api/ecperf/work-orders/N" -> cancelled(request);
      default -> response(404);
    };
  }

  /** The text of a cart is its number of changes, as many bytes as this. */
  private static FullHttpResponse keptByClient(
      String session, FullHttpRequest request, int changes) {
    Matcher kept = KEPT.matcher(request.content().toString(StandardCharsets.UTF_8));
    String text = (kept.find() ? kept.group(1) : "") + "c".repeat(changes);
    FullHttpResponse response =
        response(
            session == null ? 200 : 400,
            "{\"changes\":%d,\"state\":\"%s\"}".formatted(text.length(), text));
    return showing(response, "client " + text.length() + " any");
  }

  /** A change of the session, which is created if necessary. */
  private FullHttpResponse changed(String session, long number, String pod) {
    String mine = mine(session, number);
    changedBy.put(mine, pod);
    FullHttpResponse response = counted(changes.merge(mine, 1, Integer::sum));
    if (session == null) {
      response
          .headers()
          .add(HttpHeaderNames.SET_COOKIE, "JSESSIONID=" + mine + "; Path=/; HttpOnly")
          .add(HttpHeaderNames.SET_COOKIE, SERVER + "=app; path=/");
    }
    return response;
  }

  private static String mine(String session, long number) {
    return session == null ? "s" + number : session;
  }

  private FullHttpResponse dropped(String session) {
    Integer seen = changes.remove(session);
    return counted(seen == null ? 0 : seen);
  }

  /** A line in the cart of the session, which is created if necessary. */
  private FullHttpResponse put(String session, long number, FullHttpRequest request, String pod) {
    Matcher quantity = QUANTITY.matcher(request.content().toString(StandardCharsets.UTF_8));
    if (!quantity.find()) {
      return response(400);
    }
    pieces.merge(mine(session, number), Integer.parseInt(quantity.group(1)), Integer::sum);
    return changed(session, number, pod);
  }

  private FullHttpResponse ordered(String session) {
    Integer lines = session == null ? null : changes.remove(session);
    if (lines == null || lines != LINES_OF_AN_ORDER) {
      return response(409);
    }
    int ordered = pieces.remove(session);
    orders.add(ordered);
    waiting += ordered >= PIECES_OF_A_LARGE_ORDER ? lines : 0;
    return response(201, "{\"orderId\":" + orders.size() + "}");
  }

  private FullHttpResponse scheduled(long number) {
    underWay++;
    maxUnderWay = Math.max(maxUnderWay, underWay);
    return response(201, "{\"workOrderId\":" + number + "}");
  }

  private FullHttpResponse scheduledLarge(String session, long number) {
    if (session != null) {
      return response(400);
    }
    if (waiting == 0) {
      return response(204, "");
    }
    if (++asked % 4 == 0) {
      return response(409); // its parts are still missing
    }
    waiting--;
    return scheduled(number);
  }

  private FullHttpResponse completed(FullHttpRequest request) {
    if (!Integer.valueOf(ProductionLine.STATIONS).equals(stations.remove(workOrder(request)))) {
      return response(409);
    }
    underWay--;
    return response(200);
  }

  private FullHttpResponse cancelled(FullHttpRequest request) {
    stations.remove(workOrder(request));
    underWay--;
    return response(204, "");
  }

  private boolean passed(FullHttpRequest request) {
    String uri = request.uri();
    int next = Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1));
    return stations.merge(workOrder(request), 1, Integer::sum) == next;
  }

  private static String workOrder(FullHttpRequest request) {
    return request.uri().split("/")[4];
  }

  /** The session that a request names, or null. */
  static String sessionOf(FullHttpRequest request) {
    return cookie(request, "JSESSIONID");
  }

  private static String cookie(FullHttpRequest request, String name) {
    String header = request.headers().get(HttpHeaderNames.COOKIE, "");
    for (Cookie cookie : ServerCookieDecoder.LAX.decode(header)) {
      if (cookie.name().equals(name)) {
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
