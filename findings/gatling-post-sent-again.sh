#!/usr/bin/env bash
# Gatling sends a POST a second time, on a new connection, if the server closes a kept-alive connection after it has read the request and
# before it has answered. The server may have done the work already: one order of the scenario becomes two, and the report has one.
#
# The server is a few lines of sockets that count what they read. It answers all but the first POST, whose connection it closes.
set -euo pipefail
version=3.15.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>io.gatling</groupId><artifactId>gatling-app</artifactId><version>$version</version></dependency>
    <dependency><groupId>io.gatling</groupId><artifactId>gatling-http-java</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

public class Probe extends Simulation {
  private static final AtomicInteger POSTS = new AtomicInteger();
  private final ServerSocket server = listen();

  public Probe() {
    String url = "http://127.0.0.1:" + server.getLocalPort();
    setUp(
        scenario("one order")
            .exec(http("look").get("/").check(status().is(200)))
            .exec(http("order").post("/orders").body(StringBody("one")).check(status().is(200)))
            .injectOpen(atOnceUsers(1)))
        .protocols(http.baseUrl(url));
  }

  @Override
  public void after() {
    System.out.println("POSTS READ BY THE SERVER: " + POSTS.get());
  }

  private static ServerSocket listen() {
    try {
      ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(() -> accept(server));
      thread.setDaemon(true);
      thread.start();
      return server;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void accept(ServerSocket server) {
    while (true) {
      try (Socket socket = server.accept()) {
        serve(socket);
      } catch (IOException e) {
        System.out.println("SERVER: " + e);
      }
    }
  }

  /** Reads requests of a connection, until the first POST: that one is read, and the connection closed. */
  private static void serve(Socket socket) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    for (String first = in.readLine(); first != null; first = in.readLine()) {
      int length = 0;
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        if (line.toLowerCase().startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(15).strip());
        }
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
      System.out.println("SERVER READ: " + first);
      if (first.startsWith("POST") && POSTS.incrementAndGet() == 1) {
        return;
      }
      socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
echo "io.gatling:gatling-http-java $version"
timeout 120 java --add-opens=java.base/java.lang=ALL-UNNAMED -cp "$(cat classpath):." io.gatling.app.Gatling \
  -s Probe -nr -rf results >log 2>&1 || { tail -n 20 log; exit 1; }
grep -E '^(SERVER|POSTS)' log
echo "Gatling's report:"
grep -E '^> request count|^> look|^> order' log | tail -n 3
if ! grep -q '^POSTS READ BY THE SERVER: 2$' log; then
  echo "CHANGED: two POST were expected for one order of the scenario"
  exit 1
fi
echo "AS SEEN: the server read two POST, of which the report has one"
