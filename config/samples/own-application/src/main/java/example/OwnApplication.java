package example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** A stateless shop: it returns the price of an item, and accepts orders at that price. */
public final class OwnApplication {
  /** The port that ScaleLab requires. */
  private static final int PORT = 8080;

  private static final int THREADS = 32;
  private static final int ROUNDS_OF_A_PRICE = 1_000_000;
  private static final String NAME =
      System.getenv().getOrDefault("POD_NAME", ProcessHandle.current().pid() + "");

  private final LongAdder requests = new LongAdder();

  /** Serves until it is stopped. */
  public static void main(String[] arguments) throws IOException {
    String folder = System.getenv("WORK_FOLDER");
    if (folder != null) {
      // The root file system is read-only: without system.application.writableFolders this ends it.
      Files.writeString(Path.of(folder, "started"), NAME);
    }
    start(PORT);
  }

  /** Starts to serve on a port; 0 takes any free one. */
  static HttpServer start(int port) throws IOException {
    // Without it small responses wait some 40 ms for more data.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    OwnApplication application = new OwnApplication();
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/health/ready", exchange -> answer(exchange, 200, "ready\n"));
    server.createContext("/metrics", exchange -> answer(exchange, 200, application.metrics()));
    server.createContext("/items/", application::price);
    server.createContext("/orders", application::order);
    server.start();
    return server;
  }

  /** GET /items/ITEM. */
  private void price(HttpExchange exchange) throws IOException {
    requests.increment();
    String path = exchange.getRequestURI().getPath();
    int item = Integer.parseInt(path.substring("/items/".length()));
    answer(exchange, 200, "{\"item\":%d,\"price\":%d}".formatted(item, priceOf(item)));
  }

  /** POST /orders of "ITEM PRICE". */
  private void order(HttpExchange exchange) throws IOException {
    requests.increment();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String[] order = body.split(" ");
    int price = priceOf(Integer.parseInt(order[0]));
    int status = price == Integer.parseInt(order[1]) ? 201 : 409;
    answer(exchange, status, "{\"price\":%d}".formatted(price));
  }

  /** CPU work of one or two milliseconds. */
  private static int priceOf(int item) {
    int price = item;
    for (int round = 0; round < ROUNDS_OF_A_PRICE; round++) {
      price = price * 31 + (price >>> 7);
    }
    return price & 0xffff;
  }

  /** Metrics for Prometheus: the first is its own, the others are those that ScaleLab knows. */
  private String metrics() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long gcMillis =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    return "example_requests_total %d\nmemory_used_heap_bytes %d\nmemory_max_heap_bytes %d\ngc_time_seconds_total %s\n"
        .formatted(requests.sum(), heap.getUsed(), heap.getMax(), gcMillis / 1000.0);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
    // The load generator counts the answers of each server by this header.
    exchange.getResponseHeaders().set("X-ScaleLab-Pod", NAME);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
