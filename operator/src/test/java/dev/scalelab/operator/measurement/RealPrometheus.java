package dev.scalelab.operator.measurement;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scalelab.operator.support.Ports;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The test's own Prometheus, on loopback; stopped with the test. */
public final class RealPrometheus implements AutoCloseable {
  private static final Duration START_DEADLINE = Duration.ofMinutes(3);

  private final Process process;
  private final String url;

  private RealPrometheus(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Skips the test if Prometheus is not installed. */
  public static void assumeInstalled() {
    assumeTrue(
        program("prometheus").isPresent() && program("promtool").isPresent(),
        "prometheus and promtool are not installed: apt-get install prometheus");
  }

  /** A program on the PATH. */
  public static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * A Prometheus with samples that are given in the OpenMetrics format, each with its time.
   *
   * @param folder empty folder for its data
   */
  public static RealPrometheus holding(Path folder, String openMetrics)
      throws IOException, InterruptedException {
    Path samples = Files.writeString(folder.resolve("samples.txt"), openMetrics + "# EOF\n");
    Path log = folder.resolve("backfill.log");
    Process backfill =
        new ProcessBuilder(
                program("promtool").orElseThrow().toString(),
                "tsdb",
                "create-blocks-from",
                "openmetrics",
                samples.toString(),
                Files.createDirectories(folder.resolve("data")).toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (backfill.waitFor() != 0) {
      throw new IllegalStateException("samples refused: " + Files.readString(log));
    }
    return scraping(folder, "scrape_configs: []\n");
  }

  /**
   * A Prometheus with a configuration of its own.
   *
   * @param folder folder for its configuration and data
   */
  public static RealPrometheus scraping(Path folder, String configuration)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
    Path log = folder.resolve("prometheus.log");
    int port = Ports.free();
    Process process =
        new ProcessBuilder(
                List.of(
                    program("prometheus").orElseThrow().toString(),
                    "--config.file=" + file,
                    "--storage.tsdb.path=" + folder.resolve("data"),
                    "--web.listen-address=127.0.0.1:" + port))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    RealPrometheus prometheus = new RealPrometheus(process, "http://127.0.0.1:" + port);
    prometheus.awaitReady(log);
    return prometheus;
  }

  /** Its address. */
  public String url() {
    return url;
  }

  private void awaitReady(Path log) throws IOException, InterruptedException {
    Instant deadline = Instant.now().plus(START_DEADLINE);
    while (!ready()) {
      boolean ended = process.waitFor(100, TimeUnit.MILLISECONDS);
      if (ended || Instant.now().isAfter(deadline)) {
        close();
        throw new IllegalStateException("Prometheus does not start: " + Files.readString(log));
      }
    }
  }

  private boolean ready() throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/-/ready")).build();
      return HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
