#!/usr/bin/env bash
# A server that ends a kept connection instead of answering, as one that is killed does, leaves no trace in HAProxy: the client's
# connection is closed without a response, the log has no line for the request, and neither backend nor server count it or an error. Only
# the frontend's req_tot does. The first request of a client's connection is answered with 502, logged and counted.
#
# The HAProxy is the installed one (Debian: apt-get install haproxy); seen with 2.6.12 of Debian 12.
set -euo pipefail
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Probe.java <<'JAVA'
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Probe {
  static int port;
  static int statistics;

  public static void main(String[] arguments) throws Exception {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread serving = new Thread(() -> serve(server));
    serving.setDaemon(true);
    serving.start();
    port = freePort();
    statistics = freePort();
    Files.writeString(Path.of("haproxy.cfg"), String.join("\n",
        "global",
        "  log stdout format raw local0",
        "defaults",
        "  mode http",
        "  log global",
        "  option httplog",
        "  timeout client 5s",
        "  timeout connect 2s",
        "  timeout server 5s",
        "listen statistics",
        "  no log",
        "  bind 127.0.0.1:" + statistics,
        "  stats enable",
        "  stats uri /",
        "frontend web",
        "  bind 127.0.0.1:" + port,
        "  default_backend servers",
        "backend servers",
        "  server one 127.0.0.1:" + server.getLocalPort(),
        ""));
    Path log = Path.of("haproxy.log");
    Process haproxy = new ProcessBuilder("haproxy", "-db", "-f", "haproxy.cfg").redirectErrorStream(true)
        .redirectOutput(log.toFile()).start();
    try {
      statisticsWhenUp();
      List<String> kept = statuses("/ok", "/ok", "/break");
      boolean asSeen = seen("two answered, the third broken off", kept, log, 2, 3, 2, 0);
      List<String> first = statuses("/break");
      asSeen &= seen("then the first of a connection broken off", first, log, 3, 4, 3, 1);
      System.exit(asSeen && kept.equals(List.of("200", "200", "no response")) && first.equals(List.of("502")) ? 0 : 1);
    } finally {
      haproxy.destroy();
      haproxy.waitFor();
    }
  }

  static boolean seen(String what, List<String> statuses, Path log, int lines, int frontend, int backend, int errors)
      throws Exception {
    Thread.sleep(300);
    long logged = Files.readAllLines(log).stream().filter(line -> line.contains("\"GET ")).count();
    Map<String, Map<String, String>> rows = rows();
    String requests = rows.get("web/FRONTEND").get("req_tot");
    String counted = rows.get("servers/BACKEND").get("req_tot");
    String failed = rows.get("servers/BACKEND").get("eresp");
    System.out.printf("%s: %s%n  lines in the log %d; requests of the frontend %s, of the backend %s; its response errors %s%n", what,
        statuses, logged, requests, counted, failed);
    return logged == lines && requests.equals("" + frontend) && counted.equals("" + backend) && failed.equals("" + errors);
  }

  /** Answers and keeps the connection, or ends it. */
  static void serve(ServerSocket server) {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread one = new Thread(() -> answer(socket));
        one.setDaemon(true);
        one.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  static void answer(Socket socket) {
    try (socket) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (true) {
        String request = in.readLine();
        if (request == null) {
          return;
        }
        while (!in.readLine().isEmpty()) {}
        if (request.contains("/break")) {
          return;
        }
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // The connection is gone.
    }
  }

  /** What a client gets for each of these, all on one connection. */
  static List<String> statuses(String... paths) throws Exception {
    List<String> statuses = new ArrayList<>();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(8000);
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String path : paths) {
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        String status = in.readLine();
        statuses.add(status == null ? "no response" : status.split(" ")[1]);
        String header = status;
        while (header != null && !header.isEmpty()) {
          header = in.readLine();
        }
      }
    }
    return statuses;
  }

  static Map<String, Map<String, String>> rows() throws Exception {
    String[] lines = statisticsWhenUp().split("\n");
    String[] names = lines[0].substring(2).split(",");
    Map<String, Map<String, String>> rows = new HashMap<>();
    for (String line : lines) {
      String[] values = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < Math.min(names.length, values.length); i++) {
        row.put(names[i], values[i]);
      }
      rows.put(values[0] + "/" + (values.length > 1 ? values[1] : ""), row);
    }
    return rows;
  }

  static String statisticsWhenUp() throws Exception {
    for (int i = 0; ; i++) {
      try (var in = new java.net.URI("http://127.0.0.1:" + statistics + "/;csv").toURL().openStream()) {
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      } catch (IOException e) {
        if (i == 50) {
          throw new IllegalStateException("HAProxy does not answer: " + Files.readString(Path.of("haproxy.log")), e);
        }
        Thread.sleep(100);
      }
    }
  }

  static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
JAVA
haproxy -v | head -n 1
if ! timeout 60 java Probe.java; then
  echo "CHANGED: a request of a kept connection without response, log line and count of the backend was expected"
  exit 1
fi
echo "AS SEEN: a request that a server breaks off on a kept connection is in the frontend's count only"
