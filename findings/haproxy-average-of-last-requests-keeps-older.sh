#!/usr/bin/env bash
# HAProxy's management guide has qtime, ctime, rtime and ttime as averages "over the 1024 last requests". They are decaying averages:
# of what was before, 512 requests leave more than a third and 1024 requests a seventh. A server that has answered 1024 requests at once
# still has a response time above 100 ms, since those before them took a second. A figure that is read at the end of a short step of
# load has the step before in it.
#
# The HAProxy is the installed one (Debian: apt-get install haproxy); seen with 2.6.12 of Debian 12.
set -euo pipefail
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
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
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class Probe {
  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static final int SLOW_MILLIS = 1000;
  static volatile int held = SLOW_MILLIS;

  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }));
    server.createContext("/", exchange -> {
      pause(held);
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    server.start();
    int port = freePort();
    int statistics = freePort();
    Files.writeString(Path.of("haproxy.cfg"), String.join("\n",
        "defaults",
        "  mode http",
        "  timeout client 20s",
        "  timeout connect 5s",
        "  timeout server 20s",
        "listen statistics",
        "  bind 127.0.0.1:" + statistics,
        "  stats enable",
        "  stats uri /",
        "listen web",
        "  bind 127.0.0.1:" + port,
        "  server one 127.0.0.1:" + server.getAddress().getPort(),
        ""));
    Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", "haproxy.cfg").redirectErrorStream(true)
        .redirectOutput(Path.of("haproxy.log").toFile()).start();
    boolean asSeen;
    try {
      asSeen = steps("http://127.0.0.1:" + port + "/", "http://127.0.0.1:" + statistics + "/;csv");
    } finally {
      haproxy.destroy();
      haproxy.waitFor();
    }
    System.exit(asSeen ? 0 : 1);
  }

  static boolean steps(String web, String statistics) throws Exception {
    waitUntilUp(statistics);
    send(web, 4096, 200);
    System.out.printf("4096 requests, held for %d ms:     rtime %d ms%n", held, responseMillis(statistics));
    held = 0;
    double took = send(web, 512, 8);
    int half = responseMillis(statistics);
    System.out.printf("512 more, answered at once:        rtime %d ms, the client saw %.1f ms%n", half, took);
    took = send(web, 512, 8);
    int whole = responseMillis(statistics);
    System.out.printf("512 more, 1024 in all:             rtime %d ms, the client saw %.1f ms%n", whole, took);
    return half > 0.3 * SLOW_MILLIS && whole > 0.1 * SLOW_MILLIS && whole > 1.5 * took;
  }

  /** Sends this number of requests, some at a time, and returns how many milliseconds one took on average. */
  static double send(String url, int requests, int atOnce) throws Exception {
    ExecutorService senders = Executors.newFixedThreadPool(atOnce);
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    List<Future<Long>> sent = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      sent.add(senders.submit(() -> {
        long start = System.nanoTime();
        CLIENT.send(request, BodyHandlers.discarding());
        return System.nanoTime() - start;
      }));
    }
    long nanos = 0;
    for (Future<Long> one : sent) {
      nanos += one.get();
    }
    senders.shutdown();
    return nanos / 1e6 / requests;
  }

  /** The server's rtime of HAProxy's statistics. */
  static int responseMillis(String statistics) throws Exception {
    String[] lines = CLIENT.send(HttpRequest.newBuilder(URI.create(statistics)).build(), BodyHandlers.ofString()).body().split("\n");
    int column = List.of(lines[0].substring(2).split(",")).indexOf("rtime");
    for (String line : lines) {
      if (line.startsWith("web,one,")) {
        return Integer.parseInt(line.split(",", -1)[column]);
      }
    }
    throw new IllegalStateException("no server in " + String.join("\n", lines));
  }

  static void waitUntilUp(String statistics) throws Exception {
    for (int i = 0; i < 100; i++) {
      try {
        responseMillis(statistics);
        return;
      } catch (IOException e) {
        pause(100);
      }
    }
    throw new IllegalStateException("HAProxy did not start: " + Files.readString(Path.of("haproxy.log")));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
JAVA
haproxy -v | head -1
java Probe.java || { echo "CHANGED: after 1024 quick requests the average was expected to hold some of the slow ones before"; exit 1; }
echo "AS SEEN: the average of the last 1024 requests holds what was before them"
