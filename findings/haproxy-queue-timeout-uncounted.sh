#!/usr/bin/env bash
# HAProxy's statistics do not show how long a request waited that ended with 503 as its time in the queue was over: the queue times stay
# 0, and no server counts the response; it is in the backend's own responses only. A request that waits and is then served is counted.
#
# The HAProxy is the installed one (Debian: apt-get install haproxy); seen with 2.6.12 of Debian 12.
set -euo pipefail
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

class Probe {
  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static int port;
  static int statistics;

  public static void main(String[] arguments) throws Exception {
    HttpServer slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.setExecutor(Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }));
    slow.createContext("/", exchange -> {
      sleep(Long.parseLong(exchange.getRequestURI().getPath().substring(1)));
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    slow.start();
    port = freePort();
    statistics = freePort();
    Files.writeString(Path.of("haproxy.cfg"), String.join("\n",
        "defaults",
        "  mode http",
        "  timeout client 20s",
        "  timeout connect 2s",
        "  timeout server 20s",
        "  timeout queue 500ms",
        "listen statistics",
        "  bind 127.0.0.1:" + statistics,
        "  stats enable",
        "  stats uri /",
        "frontend web",
        "  bind 127.0.0.1:" + port,
        "  default_backend servers",
        "backend servers",
        "  server one 127.0.0.1:" + slow.getAddress().getPort() + " maxconn 1",
        ""));
    Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", "haproxy.cfg").redirectErrorStream(true)
        .redirectOutput(Path.of("haproxy.log").toFile()).start();
    boolean asSeen;
    try {
      asSeen = queueTimeouts() & served();
    } finally {
      haproxy.destroy();
      haproxy.waitFor();
    }
    System.exit(asSeen ? 0 : 1);
  }

  /** One request holds the server for two seconds; three others wait for it and are refused after half a second. */
  static boolean queueTimeouts() throws Exception {
    waitUntilUp();
    CompletableFuture<Integer> first = get(2000);
    sleep(300);
    long began = System.nanoTime();
    List<CompletableFuture<Integer>> others = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      others.add(get(0));
    }
    List<Integer> statuses = others.stream().map(CompletableFuture::join).toList();
    System.out.printf("three requests waited %d ms each and got %s%n", (System.nanoTime() - began) / 1_000_000, statuses);
    first.join();
    Map<String, String> backend = row("BACKEND");
    Map<String, String> server = row("one");
    print(backend, server);
    return statuses.equals(List.of(503, 503, 503))
        && backend.get("hrsp_5xx").equals("3") && server.get("hrsp_5xx").equals("0")
        && backend.get("qtime_max").equals("0") && server.get("qtime_max").equals("0");
  }

  /** A request that waits for less than the time-out. */
  static boolean served() throws Exception {
    CompletableFuture<Integer> first = get(400);
    sleep(100);
    System.out.printf("then one waited for less than the time-out and got [%d]%n", get(0).join());
    first.join();
    Map<String, String> backend = row("BACKEND");
    print(backend, row("one"));
    return Integer.parseInt(backend.get("qtime_max")) >= 200;
  }

  static void print(Map<String, String> backend, Map<String, String> server) {
    System.out.printf("  backend: 5xx %s, longest time in the queue %s ms%n", backend.get("hrsp_5xx"), backend.get("qtime_max"));
    System.out.printf("  server:  5xx %s, longest time in the queue %s ms%n", server.get("hrsp_5xx"), server.get("qtime_max"));
  }

  static CompletableFuture<Integer> get(long millis) {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + millis)).build();
    return CLIENT.sendAsync(request, BodyHandlers.discarding()).thenApply(response -> response.statusCode());
  }

  static Map<String, String> row(String name) throws Exception {
    String[] lines = statistics().split("\n");
    String[] names = lines[0].substring(2).split(",");
    for (String line : lines) {
      String[] values = line.split(",", -1);
      if (values[0].equals("servers") && values[1].equals(name)) {
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
          row.put(names[i], values[i]);
        }
        return row;
      }
    }
    throw new IllegalStateException("no statistics of " + name);
  }

  static String statistics() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + statistics + "/;csv")).build();
    return CLIENT.send(request, BodyHandlers.ofString()).body();
  }

  static void waitUntilUp() throws Exception {
    for (int i = 0; ; i++) {
      try {
        statistics();
        return;
      } catch (java.io.IOException e) {
        if (i == 50) {
          throw new IllegalStateException("HAProxy does not answer: " + Files.readString(Path.of("haproxy.log")), e);
        }
        sleep(100);
      }
    }
  }

  static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
JAVA
haproxy -v | head -n 1
if ! timeout 60 java Probe.java; then
  echo "CHANGED: three 503 at the backend only, with queue times of 0, were expected"
  exit 1
fi
echo "AS SEEN: the three that waited in vain are in no figure of the queue and of no server"
