package dev.scalelab.operator.testbed;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server that answers every request with its name. */
final class NamedServer {
  private NamedServer() {}

  static HttpServer start(String name) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, name.length());
          try (exchange) {
            exchange.getResponseBody().write(name.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    return server;
  }
}
