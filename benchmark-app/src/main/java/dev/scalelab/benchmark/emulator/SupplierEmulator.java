package dev.scalelab.benchmark.emulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command line of the supplier emulator: accepts purchase orders over HTTP, and delivers later.
 *
 * <p>{@code PUT /purchase-orders/NUMBER} with a {@code partId} returns 202 if the order is
 * accepted, with the time in which it will be delivered, and 409 if it is refused; {@code GET
 * /counts} returns the counters.
 */
public final class SupplierEmulator implements AutoCloseable {

  private static final int THREADS = 8;
  private static final String ORDERS = "/purchase-orders/";
  private static final Pattern PART_ID = Pattern.compile("\"partId\"\\s*:\\s*(\\d{1,9})\\b");

  private final Settings settings;
  private final Counts counts = new Counts();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Deliveries deliveries;
  private final Suppliers suppliers;
  private final HttpServer server;

  SupplierEmulator(Settings settings) throws IOException {
    this.settings = settings;
    deliveries = new Deliveries(settings, counts);
    suppliers = new Suppliers(settings, counts, deliveries::schedule);
    server = HttpServer.create(new InetSocketAddress(settings.port()), 0);
    server.setExecutor(threads);
    server.createContext(ORDERS, this::order);
    server.createContext("/counts", exchange -> answer(exchange, 200, counts.json()));
    server.start();
  }

  /** Runs until the process is stopped; exit code 2 for an invalid setting. */
  public static void main(String[] args) throws IOException {
    try {
      SupplierEmulator emulator = new SupplierEmulator(Settings.of(System.getenv()));
      System.out.println("{\"record\":\"emulator\",\"port\":" + emulator.port() + "}");
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  /** The port that it listens on. */
  int port() {
    return server.getAddress().getPort();
  }

  private void order(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("PUT")) {
      answer(exchange, 405, "{\"error\":\"PUT only\"}");
      return;
    }
    String number = exchange.getRequestURI().getPath().substring(ORDERS.length());
    Matcher partId =
        PART_ID.matcher(
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    if (!partId.find()) {
      answer(exchange, 400, "{\"error\":\"the order must contain a partId\"}");
      return;
    }
    try {
      switch (suppliers.order(UUID.fromString(number), Integer.parseInt(partId.group(1)))) {
        case ACCEPTED ->
            answer(exchange, 202, "{\"withinMillis\":%d}".formatted(settings.maxDelayMillis()));
        case REFUSED -> answer(exchange, 409, "{\"error\":\"refused\"}");
      }
    } catch (IllegalArgumentException e) {
      answer(exchange, 400, "{\"error\":\"the number must be a UUID\"}");
    }
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    deliveries.close();
  }
}
