package dev.scalelab.benchmark.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A balancer in front of two servers that keeps each session at its server while that lives, and
 * knows which sessions each server has changed and not ended.
 */
public final class StickyBalancer implements AutoCloseable {

  private static final String SESSION = "JSESSIONID=";
  private static final List<String> PASSED =
      List.of("Set-Cookie", "Content-Type", "X-ScaleLab-Pod", "X-ScaleLab-State");

  private final List<AppServer> servers;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  /** The server of each session that has not ended, by the session's id without its route. */
  private final Map<String, AppServer> sessions = new ConcurrentHashMap<>();

  private final AtomicInteger strangers = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger lostRequests = new AtomicInteger();
  private final AtomicInteger lostEnds = new AtomicInteger();
  private volatile AppServer held;
  private volatile AppServer dead;
  private final CountDownLatch release = new CountDownLatch(1);

  /** Starts it in front of both servers of a cluster. */
  public StickyBalancer(Cluster cluster) throws IOException {
    servers = List.of(cluster.first(), cluster.second());
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /** The URL of the application behind it. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Lets requests to a server wait until it is taken out. */
  public void hold(AppServer server) {
    held = server;
  }

  /** Sends no further request to a server. */
  public void takeOut(AppServer server) {
    dead = server;
    release.countDown();
  }

  /** Number of sessions that a server has begun, and that have not ended. */
  public int sessionsOf(AppServer server) {
    return (int) sessions.values().stream().filter(server::equals).count();
  }

  /** Number of sessions begun so far. */
  public int begun() {
    return begun.get();
  }

  /** Number of requests answered with 502, since their server was lost. */
  public int lostRequests() {
    return lostRequests.get();
  }

  /** Number of these that were to end their session. */
  public int lostEnds() {
    return lostEnds.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String session = session(exchange.getRequestHeaders().getFirst("Cookie"));
      try {
        AppServer server = serverOf(session);
        pass(exchange, session, server, send(exchange, server));
      } catch (IOException e) {
        lostRequests.incrementAndGet();
        if (ends(exchange) && session != null) {
          lostEnds.incrementAndGet();
        }
        exchange.sendResponseHeaders(502, -1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private AppServer serverOf(String session) throws InterruptedException {
    AppServer known = session == null ? null : sessions.get(session);
    AppServer chosen = known == null ? servers.get(strangers.getAndIncrement() % 2) : known;
    if (chosen == held) {
      release.await();
    }
    return chosen == dead ? servers.get(1 - servers.indexOf(chosen)) : chosen;
  }

  private HttpResponse<byte[]> send(HttpExchange exchange, AppServer server)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + exchange.getRequestURI()))
            .timeout(Duration.ofSeconds(60))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : List.of("Cookie", "Content-Type", "Accept", "X-ScaleLab-Number")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private void pass(
      HttpExchange exchange, String session, AppServer server, HttpResponse<byte[]> response)
      throws IOException {
    response.headers().allValues("Set-Cookie").stream()
        .map(StickyBalancer::session)
        .filter(id -> id != null && !id.equals(session))
        .forEach(
            id -> {
              begun.incrementAndGet();
              sessions.put(id, server);
            });
    if (ends(exchange) && session != null && response.statusCode() < 300) {
      sessions.remove(session);
    } else if (session != null) {
      sessions.replace(session, server);
    }
    PASSED.forEach(
        name ->
            response
                .headers()
                .allValues(name)
                .forEach(value -> exchange.getResponseHeaders().add(name, value)));
    byte[] body = response.body();
    exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static boolean ends(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    return exchange.getRequestMethod().equals("DELETE") && path.equals("/api/cart")
        || path.equals("/api/bookstore/purchases");
  }

  /** The id of the session in a cookie, without the route that follows it. */
  private static String session(String cookies) {
    int at = cookies == null ? -1 : cookies.indexOf(SESSION);
    return at < 0 ? null : cookies.substring(at + SESSION.length()).split("[.;]", 2)[0];
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
