package example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example's transactions from its jar, sent to the example by the packaged load generator. */
class OwnApplicationIT {
  private static final int DEADLINE_SECONDS = 180;

  @TempDir Path folder;
  private HttpServer application;

  @BeforeEach
  void start() throws IOException {
    application = OwnApplication.start(0);
  }

  @AfterEach
  void stop() {
    application.stop(0);
  }

  @Test
  void theApplicationCountsWhatTheGeneratorHasSent() throws Exception {
    assertThat(get("/health/ready").statusCode()).isEqualTo(200);

    List<JsonNode> records = load();

    JsonNode run = records.get(records.size() - 1);
    assertThat(run.get("totals").toString())
        .isEqualTo(
            "{\"buy\":{\"ok\":25,\"failed\":0,\"shed\":0},"
                + "\"look\":{\"ok\":75,\"failed\":0,\"shed\":0}}");
    assertThat(get("/metrics").body().lines())
        .contains("example_requests_total " + run.get("requests").asLong());
    JsonNode step = records.get(1);
    assertThat(step.get("pods").size()).as("servers that named themselves").isEqualTo(1);
  }

  /** 100 transactions, 25 of which have two requests. */
  private List<JsonNode> load() throws IOException, InterruptedException {
    Path output = folder.resolve("records");
    ProcessBuilder generator =
        new ProcessBuilder(System.getProperty("load.generator"))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    generator
        .environment()
        .putAll(
            Map.of(
                "WORKLOAD", "custom",
                "OWN_JARS", System.getProperty("own.jars"),
                "MIX", "look=75,buy=25",
                "TARGET_URL", "http://localhost:" + application.getAddress().getPort(),
                "RATES", "20",
                "STEP_SECONDS", "5",
                "WARM_UP_SECONDS", "2",
                "RAMP_SECONDS", "0",
                "METRICS_PORT", "0"));
    Process process = generator.start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as("it ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isZero();
    ObjectMapper json = new ObjectMapper();
    return Files.readAllLines(output).stream().map(line -> read(json, line)).toList();
  }

  private static JsonNode read(ObjectMapper json, String line) {
    try {
      return json.readTree(line);
    } catch (IOException e) {
      throw new AssertionError("no record: " + line, e);
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + application.getAddress().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
