package dev.scalelab.operator.testbed;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A server that answers every request with its name and, like WildFly, the creation of a stateful
 * bean with the bean's identifier.
 */
final class NamedServer {
  private static final String CREATES = "/wildfly-services/ejb/v2/open/";
  private static final String IDENTIFIER = "x-wf-ejb-jbmar-session-id";

  private NamedServer() {}

  static HttpServer start(String name) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 0);
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().startsWith(CREATES)) {
            exchange.getResponseHeaders().set(IDENTIFIER, UUID.randomUUID() + "=");
          }
          exchange.sendResponseHeaders(200, name.length());
          try (exchange) {
            exchange.getResponseBody().write(name.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    return server;
  }
}
