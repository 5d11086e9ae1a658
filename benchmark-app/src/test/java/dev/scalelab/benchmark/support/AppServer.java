package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The application server started as in the image: its launcher, in a separate process. */
public final class AppServer implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(300);

  private final String podName;
  private final String address;
  private final int httpPort;
  private final int managementPort;
  private final Map<String, String> environment;
  private final Path directory;
  private final Process process;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();

  private AppServer(String podName, Map<String, String> environment, Path directory)
      throws IOException {
    this.podName = podName;
    this.environment = environment;
    this.address = environment.getOrDefault("POD_IP", "127.0.0.1");
    this.httpPort = Ports.free(address);
    this.managementPort = Ports.free(address);
    this.directory = directory;
    ProcessBuilder builder =
        new ProcessBuilder("sh", System.getProperty("tools.directory") + "/bin/server")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("console").toFile());
    builder.environment().put("WILDFLY_HOME", System.getProperty("server.directory"));
    builder.environment().put("SERVER_DIR", directory.toString());
    builder.environment().put("POD_NAME", podName);
    builder.environment().put("LOG_LEVEL", "INFO");
    builder.environment().put("HEAP", "256m");
    builder.environment().putAll(environment);
    builder.environment().merge("JAVA_OPTS_APPEND", javaOptions(), (given, ours) -> given + ours);
    this.process = builder.start();
    // If the test run is killed.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  private String javaOptions() throws IOException {
    // The second of Java's compilers only delays a server that lives for seconds.
    String options =
        " -XX:TieredStopAtLevel=1 -XX:SharedArchiveFile=%s -Djboss.http.port=%d -Djboss.management.http.port=%d"
            .formatted(System.getProperty("server.archive"), httpPort, managementPort);
    // Several separate servers may run on this machine at the same time.
    return environment.containsKey("CLUSTER_DNS")
        ? options
        : options + " -Djboss.jgroups.tcp.port=" + Ports.free(address);
  }

  /** Starts a server; {@link #awaitReady} waits until it serves. */
  public static AppServer start(String podName, Map<String, String> environment)
      throws IOException {
    return new AppServer(podName, environment, Files.createTempDirectory("scalelab-" + podName));
  }

  /** Restarts it after it was killed, with its old files, like a pod's container. */
  public AppServer restart() throws IOException {
    keepConsole();
    return new AppServer(podName, environment, directory);
  }

  /**
   * Replaces it after it was killed by another with the same name and none of its files, like the
   * StatefulSet when a pod is deleted.
   */
  public AppServer replace() throws Exception {
    close();
    return start(podName, environment);
  }

  /** Waits until the server is ready; otherwise fails with its console output. */
  public AppServer awaitReady() throws IOException {
    try {
      await()
          .atMost(START)
          .pollInterval(Duration.ofMillis(250))
          .failFast(
              "the server has ended, or started with errors",
              () -> !process.isAlive() || console().contains("WFLYSRV0026"))
          .until(() -> readiness() == 200);
      return this;
    } catch (RuntimeException e) {
      throw new AssertionError(
          "%s is not ready, its health is %s: %s\n%s".formatted(podName, health(), e, console()),
          e);
    }
  }

  /** Which of its checks fails, as the server says it. */
  private String health() {
    try {
      return management("/health/ready").body();
    } catch (IOException e) {
      return "unknown, " + e;
    }
  }

  /** HTTP status of the readiness probe; 0 without a response. */
  public int readiness() {
    try {
      return management("/health/ready").statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The response of the management interface at a path. */
  public HttpResponse<String> management(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + ":" + managementPort + path))
            .timeout(Duration.ofSeconds(60))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The value of the only series with this prefix. */
  public double metric(String series) throws IOException {
    return values(series)[0];
  }

  /** The sum of all series with this prefix. */
  public double total(String series) throws IOException {
    return DoubleStream.of(values(series)).sum();
  }

  private double[] values(String series) throws IOException {
    double[] values =
        management("/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith(series))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .toArray();
    if (values.length == 0) {
      throw new AssertionError("no metric " + series);
    }
    return values;
  }

  /** A client without a session yet. */
  public ApiClient client() {
    return new ApiClient(client, url());
  }

  /** The URL of the application, without a path. */
  public String url() {
    return "http://" + address + ":" + httpPort;
  }

  public String podName() {
    return podName;
  }

  /** The whole console output of the server. */
  public String console() throws IOException {
    return Files.readString(directory.resolve("console"));
  }

  /** Its process, and the processes that it has started. */
  public List<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** Ends the process without warning, as a lost node does. */
  public void kill() throws InterruptedException {
    processes().forEach(ProcessHandle::destroyForcibly);
    process.waitFor(30, TimeUnit.SECONDS);
  }

  /** Stops the process from running, as if its network was cut, until {@link #resume}. */
  public void pause() throws Exception {
    signal("STOP");
  }

  /** Lets the process continue. */
  public void resume() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    String pid = String.valueOf(process.pid());
    if (new ProcessBuilder("kill", "-" + name, pid).start().waitFor() != 0) {
      throw new AssertionError(podName + " cannot be sent a signal");
    }
  }

  /** Asks the process to end, as Kubernetes does, and returns how long that took. */
  public Duration stop() throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError(podName + " did not stop within 60 s");
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Ends it, and keeps only its console output, for the analysis of failed tests. */
  @Override
  public void close() throws Exception {
    kill();
    if (Files.exists(directory)) {
      try {
        keepConsole();
      } finally {
        deleteFiles();
      }
    }
  }

  private void keepConsole() throws IOException {
    Path kept = Files.createDirectories(Path.of("target", "consoles"));
    Files.copy(
        directory.resolve("console"),
        kept.resolve(directory.getFileName() + "-" + process.pid() + ".log"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void deleteFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
