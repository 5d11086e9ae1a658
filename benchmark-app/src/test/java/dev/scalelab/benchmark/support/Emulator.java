package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The supplier emulator started as in the image: its launcher, in a separate process. */
public final class Emulator implements AutoCloseable {

  private final int port;
  private final Process process;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private Emulator(int port, Map<String, String> environment) throws IOException {
    this.port = port;
    ProcessBuilder builder =
        new ProcessBuilder("sh", System.getProperty("tools.directory") + "/bin/supplier-emulator")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("PORT", String.valueOf(port));
    builder.environment().putAll(environment);
    process = builder.start();
    // If the test run is killed.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Starts an emulator on a port, and waits until it responds. */
  public static Emulator start(int port, Map<String, String> environment) throws IOException {
    Emulator emulator = new Emulator(port, environment);
    await()
        .alias("the supplier emulator answers")
        .atMost(Duration.ofSeconds(60))
        .failFast("the emulator has ended", () -> !emulator.process.isAlive())
        .ignoreExceptions()
        .until(() -> emulator.counts() != null);
    return emulator;
  }

  /** The application's setting SUPPLIER_URL. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** The counters of purchase orders and deliveries. */
  public JsonObject counts() throws IOException {
    try (var reader = Json.createReader(new StringReader(send("GET", "/counts", "").body()))) {
      return reader.readObject();
    }
  }

  /** HTTP status of the response to a purchase order, sent with this JSON. */
  public int order(String number, String json) throws IOException {
    return send("PUT", "/purchase-orders/" + number, json).statusCode();
  }

  private HttpResponse<String> send(String method, String path, String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(Duration.ofSeconds(10))
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends the process without warning. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
