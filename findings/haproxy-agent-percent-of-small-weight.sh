#!/usr/bin/env bash
# The percentage that a server's agent answers is of its configured weight, rounded down to a whole number. Of the default weight, 1,
# every percentage below 100 is 0, and the server gets no request at all. Needs HAProxy, Debian's package haproxy.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

class Probe {
  public static void main(String[] arguments) throws Exception {
    int weight = Integer.parseInt(arguments[0]);
    int expected = Integer.parseInt(arguments[1]);
    AtomicInteger half = new AtomicInteger();
    AtomicInteger whole = new AtomicInteger();
    int balancer = free();
    Files.writeString(Path.of("haproxy.cfg"), """
        defaults
          mode http
          timeout connect 2s
          timeout client 20s
          timeout server 20s
        frontend clients
          bind 127.0.0.1:%d
          default_backend servers
        backend servers
          balance roundrobin
          default-server weight %d agent-check agent-inter 200ms
          server half 127.0.0.1:%d agent-port %d
          server whole 127.0.0.1:%d agent-port %d
        """.formatted(balancer, weight, server(half), agent("50%\n"), server(whole), agent("100%\n")));
    Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", "haproxy.cfg").inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(haproxy::destroyForcibly));
    Thread.sleep(2000);
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + balancer)).build();
    for (int i = 0; i < 60; i++) {
      client.send(request, HttpResponse.BodyHandlers.discarding());
    }
    System.out.printf("weight %d: of 60 requests the server with 50%% got %d, that with 100%% %d%n", weight, half.get(), whole.get());
    System.exit(Math.abs(half.get() - expected) <= 1 ? 0 : 1);
  }

  static int server(AtomicInteger requests) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      requests.incrementAndGet();
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    server.start();
    return server.getAddress().getPort();
  }

  static int agent(String answer) throws Exception {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> {
      while (true) {
        try (Socket asking = socket.accept()) {
          asking.getOutputStream().write(answer.getBytes());
        } catch (Exception e) {
          return;
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }

  static int free() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
JAVA
haproxy -v | sed -n 1p
java Probe.java 1 0 || { echo "CHANGED: see above"; exit 1; }
java Probe.java 100 20 || { echo "CHANGED: see above"; exit 1; }
echo "AS SEEN: of a weight of 1 half is nothing"
