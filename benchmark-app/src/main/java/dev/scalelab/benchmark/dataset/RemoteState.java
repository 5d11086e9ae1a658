package dev.scalelab.benchmark.dataset;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * State that the application keeps in the caches of Infinispan servers: sessions, beans and the
 * portal's accounts. Their REST interface clears it.
 */
final class RemoteState {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** A workload whose only state is there. */
  private static final String CART = "cart";

  private static final String HOST = "INFINISPAN_HOST";

  /** A name in the list of caches. */
  private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

  /** Caches of the server's own. */
  private static final Pattern INTERNAL = Pattern.compile("(___|org\\.infinispan\\.).*");

  private final String host;
  private final int port;
  private final PrintStream progress;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  private RemoteState(String host, int port, PrintStream progress) {
    this.host = host;
    this.port = port;
    this.progress = progress;
  }

  /** The state on the servers of the environment, if it names any. */
  static RemoteState of(Map<String, String> environment, PrintStream progress) {
    String host = environment.getOrDefault(HOST, "");
    return new RemoteState(
        host, Settings.number(environment, "INFINISPAN_PORT", 11222, 65_535), progress);
  }

  /** Whether there is no other state than this: no database. */
  static boolean isAll(Map<String, String> environment) {
    return CART.equals(environment.get("WORKLOAD"))
        && !environment.getOrDefault(HOST, "").isBlank();
  }

  /** Clears it, and returns the tool's record. */
  String reset(String command) {
    if (!command.equals("reset")) {
      throw new BadSettingException(CART + " has no database: it can only be reset");
    }
    long start = System.nanoTime();
    int caches = clear();
    long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
    return "{\"record\":\"reset\",\"caches\":%d,\"millis\":%d}".formatted(caches, millis);
  }

  /** Clears every cache of the application, and returns their number. */
  int clear() {
    if (host.isBlank()) {
      return 0;
    }
    List<String> caches =
        NAME.matcher(send("GET", ""))
            .results()
            .map((MatchResult found) -> found.group(1))
            .filter(name -> !INTERNAL.matcher(name).matches())
            .toList();
    for (String cache : caches) {
      send("POST", "/" + URLEncoder.encode(cache, StandardCharsets.UTF_8) + "?action=clear");
    }
    progress.println("cleared the caches " + String.join(", ", caches));
    return caches.size();
  }

  private String send(String method, String path) {
    URI uri = URI.create("http://%s:%d/rest/v2/caches%s".formatted(host, port, path));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      if (response.statusCode() / 100 != 2) {
        throw new DatasetException(
            "%s %s was answered with %d: %s"
                .formatted(method, uri, response.statusCode(), response.body()));
      }
      return response.body();
    } catch (IOException e) {
      throw new DatasetException("%s %s failed: %s".formatted(method, uri, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatasetException("interrupted", e);
    }
  }
}
