package dev.scalelab.operator.testbed;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;

/** HAProxy itself with the operator's configuration, on loopback ports. */
final class RunningHaproxy implements AutoCloseable {
  private static final String APPLICATION = "bind :8080";
  private static final String METRICS = "bind :8405";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final int port = Ports.free();
  private final int metricsPort = Ports.free();
  private final Path log;
  private final Process process;

  /**
   * Starts it.
   *
   * @param directory where its configuration is written
   * @param text the configuration; with addresses instead of pods, or with pods that do not exist
   */
  RunningHaproxy(Path directory, String text) throws IOException {
    String here =
        text.replace(APPLICATION, "bind 127.0.0.1:" + port)
            .replace(METRICS, "bind 127.0.0.1:" + metricsPort);
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), here);
    log = directory.resolve("haproxy.log");
    process =
        new ProcessBuilder("haproxy", "-db", "-f", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
  }

  static boolean isInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder("haproxy", "-v").start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  /** The configuration with these servers instead of its pods. */
  static String before(String text, List<String> pods, String domain, List<HttpServer> servers) {
    String here = text.replace(" check port 9990", "");
    for (int i = 0; i < pods.size(); i++) {
      here =
          here.replace(
              pods.get(i) + "." + domain + ":8080",
              "127.0.0.1:" + servers.get(i).getAddress().getPort());
    }
    return here;
  }

  /**
   * One that answers, in front of groups of a server each: the first pod of a group is replaced by
   * a server.
   *
   * @param servers by the name of their group, which is also that of its service
   */
  static RunningHaproxy inFrontOf(Path directory, String text, Map<String, HttpServer> servers)
      throws IOException {
    // The health of a section's servers is that of another's, and here none is checked.
    String here = text.replaceAll(" track \\S+", "");
    for (Map.Entry<String, HttpServer> one : servers.entrySet()) {
      String group = one.getKey();
      here = before(here, List.of(group + "-0"), group, List.of(one.getValue()));
    }
    return new RunningHaproxy(directory, here).awaitReady();
  }

  /** Waits until it answers. */
  RunningHaproxy awaitReady() {
    Awaitility.await("HAProxy")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> get(HttpClient.newHttpClient(), url()) != null);
    return this;
  }

  /** Names of the cookies that a new client has after a request at each of these paths. */
  List<String> cookies(String... paths) throws Exception {
    CookieManager cookies = new CookieManager();
    HttpClient client = HttpClient.newBuilder().cookieHandler(cookies).build();
    for (String path : paths) {
      get(client, url() + path);
    }
    return cookies.getCookieStore().getCookies().stream().map(HttpCookie::getName).toList();
  }

  int port() {
    return port;
  }

  /** Responses to consecutive requests of a new client at a path. */
  List<String> served(String path, int requests) throws Exception {
    return served(path, requests, Map.of());
  }

  /** The same with these headers; the client is new, and has no cookies yet. */
  List<String> served(String path, int requests, Map<String, String> headers) throws Exception {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path));
    headers.forEach(request::header);
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      answers.add(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    }
    return answers;
  }

  /** Status of the response to a request of a client. */
  int status(HttpClient client, String path) throws Exception {
    return send(client, url() + path).statusCode();
  }

  /** The response to a request of a new client. */
  HttpResponse<String> response(String path) throws Exception {
    return send(HttpClient.newHttpClient(), url() + path);
  }

  /** Sends a request whose client gives up, and closes the connection, once it is somewhere. */
  void giveUp(HttpClient client, String path, Callable<Boolean> there) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path)).build();
    CompletableFuture<?> answer = client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    Awaitility.await(path)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> answer.isDone() || there.call());
    if (!answer.cancel(true)) {
      throw new AssertionError("answered: " + answer.join());
    }
  }

  /** A counter or gauge by its series. */
  double metric(String series) throws Exception {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + series));
  }

  String metrics() throws Exception {
    return get(HttpClient.newHttpClient(), "http://127.0.0.1:%d/metrics".formatted(metricsPort));
  }

  /** What it has printed. */
  String log() throws IOException {
    return Files.readString(log);
  }

  private String url() {
    return "http://127.0.0.1:" + port;
  }

  private static String get(HttpClient client, String url) throws Exception {
    return send(client, url).body();
  }

  private static HttpResponse<String> send(HttpClient client, String url)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
