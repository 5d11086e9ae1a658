package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two Infinispan servers in one cluster, started as in the image, on separate loopback addresses.
 */
public final class StateServers implements AutoCloseable {

  private static final String NAME = "caches.cluster.test";
  private static final int PORT = 11222;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final List<String> addresses;
  private final Path directory = Files.createTempDirectory("scalelab-caches");
  private final List<Process> processes = new ArrayList<>();

  private StateServers(List<String> addresses) throws IOException {
    this.addresses = addresses;
    Path hosts = directory.resolve("hosts");
    Files.write(hosts, addresses.stream().map(address -> address + " " + NAME).toList());
    for (String address : addresses) {
      Path folder = Files.createDirectory(directory.resolve(address));
      ProcessBuilder builder =
          new ProcessBuilder("sh", home() + "/bin/infinispan-server")
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(address + ".log").toFile());
      builder.environment().put("INFINISPAN_HOME", home());
      builder.environment().put("SERVER_DIR", folder.toString());
      builder.environment().put("POD_IP", address);
      builder.environment().put("POD_NAME", "cache-" + addresses.indexOf(address));
      builder.environment().put("CLUSTER_DNS", NAME);
      builder
          .environment()
          .put(
              "JAVA_OPTS_APPEND", "-Xmx128m -XX:TieredStopAtLevel=1 -Djdk.net.hosts.file=" + hosts);
      Process process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      processes.add(process);
    }
  }

  /** Starts two, and waits until they are in one cluster. */
  public static StateServers start() throws IOException {
    long pid = ProcessHandle.current().pid();
    String network = "127.%d.%d.".formatted(1 + pid / 256 % 250, pid % 256);
    StateServers servers = new StateServers(List.of(network + 11, network + 12));
    try {
      await()
          .atMost(Duration.ofSeconds(120))
          .pollInterval(Duration.ofMillis(250))
          .until(() -> servers.addresses.stream().allMatch(StateServers::seesBoth));
      return servers;
    } catch (RuntimeException e) {
      throw new AssertionError(e + "\n" + servers.console(), e);
    }
  }

  /** What an application server and the dataset tool need to use them. */
  public Map<String, String> with(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("STATE_STORE", "remote");
    environment.put("INFINISPAN_HOST", addresses.get(0));
    return environment;
  }

  /** Entries that the first of them has of a cache; with two copies of each these are all. */
  public int entries(String cache) throws IOException {
    String series = "infinispan_statistics_approximate_entries{cache=\"%s\"".formatted(cache);
    return get(addresses.get(0), "/metrics")
        .lines()
        .filter(line -> line.startsWith(series))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + series));
  }

  /** The sum of a series over both servers and all caches. */
  public double sum(String series) throws IOException {
    double sum = 0;
    for (String address : addresses) {
      sum +=
          get(address, "/metrics")
              .lines()
              .filter(line -> line.startsWith(series + "{"))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
              .filter(value -> value > 0)
              .sum();
    }
    return sum;
  }

  private static boolean seesBoth(String address) {
    try {
      return get(address, "/rest/v2/container/health/status").equals("HEALTHY")
          && get(address, "/metrics")
              .lines()
              .anyMatch(line -> line.matches("infinispan_cluster_size\\{.*} 2\\.0"));
    } catch (IOException e) {
      return false;
    }
  }

  private static String get(String address, String path) throws IOException {
    URI uri = URI.create("http://%s:%d%s".formatted(address, PORT, path));
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String console() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String address : addresses) {
      text.append(Files.readString(directory.resolve(address + ".log")));
    }
    return text.toString();
  }

  private static String home() {
    return System.getProperty("infinispan.directory");
  }

  @Override
  public void close() throws IOException {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
