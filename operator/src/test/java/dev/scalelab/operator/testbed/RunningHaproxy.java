package dev.scalelab.operator.testbed;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** HAProxy itself with the operator's configuration, on loopback ports. */
final class RunningHaproxy implements AutoCloseable {
  private static final String APPLICATION = "bind :8080";
  private static final String METRICS = "bind :8405";

  private final int port = Ports.free();
  private final int metricsPort = Ports.free();
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
    process =
        new ProcessBuilder("haproxy", "-db", "-f", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
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

  /** Waits until it answers. */
  RunningHaproxy awaitReady() {
    Awaitility.await("HAProxy")
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> get(HttpClient.newHttpClient(), url()) != null);
    return this;
  }

  int port() {
    return port;
  }

  /** Responses to consecutive requests of a new client at a path. */
  List<String> served(String path, int requests) throws Exception {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      answers.add(get(client, url() + path));
    }
    return answers;
  }

  String metrics() throws Exception {
    return get(HttpClient.newHttpClient(), "http://127.0.0.1:%d/metrics".formatted(metricsPort));
  }

  private String url() {
    return "http://127.0.0.1:" + port;
  }

  private static String get(HttpClient client, String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
