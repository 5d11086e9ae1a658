#!/usr/bin/env bash
# A request with a persistence cookie waits in HAProxy for its own server while that has "maxconn" requests, and is refused with 503 after
# "timeout queue", although another server is idle. "option redispatch" does not help; only "maxqueue" sends those beyond it to the
# other server. Needs HAProxy, Debian's package haproxy.
set -euo pipefail
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
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

class Probe {
  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static final CountDownLatch HELD = new CountDownLatch(1);
  static final CountDownLatch RELEASE = new CountDownLatch(1);

  public static void main(String[] arguments) throws Exception {
    String option = arguments[0];
    int balancer = free();
    String configuration = """
        defaults
          mode http
          timeout connect 2s
          timeout client 20s
          timeout server 20s
          timeout queue 500ms
          option redispatch 1
          retries 3
        frontend clients
          bind 127.0.0.1:%d
          default_backend servers
        backend servers
          balance roundrobin
          cookie SERVER insert indirect nocache
          server one 127.0.0.1:%d cookie one maxconn 1 %s
          server other 127.0.0.1:%d cookie other maxconn 1 %s
        """.formatted(balancer, server(), option, server(), option);
    Files.writeString(Path.of("haproxy.cfg"), configuration);
    Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", "haproxy.cfg").inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(haproxy::destroyForcibly));
    Thread.sleep(1000);
    new Thread(() -> answer(balancer, "/hold")).start();
    HELD.await();
    // Two of the same session: with a limit of one, the first waits and the second does not.
    int[] first = {0};
    Thread waiting = new Thread(() -> first[0] = answer(balancer, "/"));
    waiting.start();
    Thread.sleep(200);
    int second = answer(balancer, "/");
    waiting.join();
    System.out.printf("server one is full, the other idle; two requests of a session of one: %d and %d%n", first[0], second);
    System.exit(first[0] == 503 && second == (option.isEmpty() ? 503 : 200) ? 0 : 1);
  }

  static int answer(int port, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).header("Cookie", "SERVER=one").build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (Exception e) {
      return 0;
    }
  }

  static int server() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      if (exchange.getRequestURI().getPath().equals("/hold")) {
        HELD.countDown();
        try {
          RELEASE.await();
        } catch (InterruptedException e) {
          return;
        }
      }
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    server.start();
    return server.getAddress().getPort();
  }

  static int free() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
JAVA
haproxy -v | sed -n 1p
echo "with option redispatch:"
java Probe.java "" || { echo "CHANGED: see above"; exit 1; }
echo "with maxqueue 1 in addition:"
java Probe.java "maxqueue 1" || { echo "CHANGED: see above"; exit 1; }
echo "AS SEEN: only maxqueue sends a request to the idle server"
