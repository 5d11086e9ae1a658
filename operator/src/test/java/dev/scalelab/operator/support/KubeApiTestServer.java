package dev.scalelab.operator.support;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.KubeAPITestException;
import io.fabric8.kubeapitest.cert.CertManager;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** A running API server with etcd and ScaleLab's CRDs; no controllers, no nodes. */
public final class KubeApiTestServer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(KubeApiTestServer.class);
  private static final int ATTEMPTS = 3;
  private static final Duration STARTUP = Duration.ofMinutes(3);
  private static final Duration ANSWER = Duration.ofMinutes(2);
  private static final String PLATFORM = "-linux-amd64";
  private static final String CLUSTERS = "clusters.postgresql.cnpg.io";
  private static final List<String> OWN_CRDS =
      List.of(
          "../crds/scalabilityexperiments.scalelab.dev-v1.yml",
          "../crds/scalabilitytrials.scalelab.dev-v1.yml");

  private final KubeAPIServer server;
  private final KubernetesClient client;

  private KubeApiTestServer(KubeAPIServer server, KubernetesClient client) {
    this.server = server;
    this.client = client;
  }

  /** Starts one, with its own etcd and free ports. */
  public static synchronized KubeApiTestServer start() {
    Path binaries = binaries();
    createCertificates(binaries);
    KubeAPIServer server = startServer(binaries, ATTEMPTS);
    KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(patient(Config.fromKubeconfig(server.getKubeConfigYaml())))
            .build();
    KubeApiTestServer started = new KubeApiTestServer(server, client);
    try {
      OWN_CRDS.forEach(started::applyResource);
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** A busy machine may take longer for an answer than the 10 s of a client. */
  private static Config patient(Config config) {
    return new ConfigBuilder(config)
        .withRequestTimeout((int) ANSWER.toMillis())
        .withConnectionTimeout((int) ANSWER.toMillis())
        .build();
  }

  /**
   * Its ports are chosen first and opened later, by three processes: meanwhile another test run, or
   * a connection of any program, may use one. Then it ends, and is started again with other ports.
   */
  private static KubeAPIServer startServer(Path binaries, int attempts) {
    KubeAPIServer server =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withOfflineMode(true)
                .withTestDir(binaries.toString())
                .withApiServerVersion(version(binaries))
                .withUpdateKubeConfig(false)
                .withStartupTimeout((int) STARTUP.toMillis())
                .withApiServerFlags(List.of("--bind-address", "127.0.0.1"))
                .build());
    try {
      startAtNoon(server);
      return server;
    } catch (KubeAPITestException e) {
      stop(server);
      if (attempts == 1) {
        throw e;
      }
      LOG.warnf("%s: it is started once more", e.getMessage());
      return startServer(binaries, attempts - 1);
    }
  }

  /** Two processes that both find no certificates would overwrite each other's keys. */
  private static void createCertificates(Path directory) {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "scalelab-certificates.lock");
    try (FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        FileLock lock = channel.lock()) {
      new CertManager(directory.toString()).createCertificatesIfNeeded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The library adds its deadline to the local time of day. In the last minute before midnight the
   * sum is early in the morning, and each start fails at once; so it starts where it is noon.
   */
  private static void startAtNoon(KubeAPIServer server) {
    TimeZone zone = TimeZone.getDefault();
    int hour = LocalTime.now(ZoneOffset.UTC).getHour();
    TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.ofHours(12 - hour)));
    try {
      server.start();
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  /**
   * If etcd has never started there is no data to delete, and that error must not hide the cause.
   */
  private static void stop(KubeAPIServer server) {
    try {
      server.stop();
    } catch (KubeAPITestException e) {
      LOG.warnf("an API server that did not start could not be stopped: %s", e.getMessage());
    }
  }

  /** How another process, or another client of this one, connects as the administrator. */
  public String kubeconfig() {
    return server.getKubeConfigYaml();
  }

  /** A client of its administrator. */
  public KubernetesClient client() {
    return client;
  }

  /** Makes the server serve CloudNativePG's Cluster; false if its manifest is not available. */
  public boolean installCloudNativePg() {
    Optional<Path> manifest = cloudNativePgManifest();
    manifest.ifPresent(this::applyClusterCrd);
    return manifest.isPresent();
  }

  /**
   * Directory of the binaries: from the system property, else the one that the Makefile prepares.
   */
  private static Path binaries() {
    String property = System.getProperty("kube-api-test.dir");
    Path directory = Path.of(property != null ? property : askMake());
    Path binary = directory.resolve("k8s/" + version(directory) + PLATFORM + "/kube-apiserver");
    if (!Files.isExecutable(binary)) {
      throw new IllegalStateException(
          binary + " is missing: run 'make test', or set -Dkube-api-test.dir");
    }
    return directory;
  }

  /** The version of Kubernetes that the directory has; its module file is the one place for it. */
  private static String version(Path directory) {
    try (Stream<Path> versions = Files.list(directory.resolve("k8s"))) {
      return versions
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.endsWith(PLATFORM))
          .map(name -> name.substring(0, name.length() - PLATFORM.length()))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no Kubernetes in " + directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String askMake() {
    try {
      Process make =
          new ProcessBuilder("make", "-s", "-C", "..", "kube-api-test-dir")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String answer = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!make.waitFor(10, TimeUnit.MINUTES) || make.exitValue() != 0) {
        throw new IllegalStateException("'make kube-api-test-dir' failed");
      }
      return answer.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** CloudNativePG's own install manifest, from the Go module of its image. */
  static Optional<Path> cloudNativePgManifest() {
    String goPath =
        Optional.ofNullable(System.getenv("GOPATH"))
            .orElse(System.getProperty("user.home") + "/go");
    String cache = Optional.ofNullable(System.getenv("GOMODCACHE")).orElse(goPath + "/pkg/mod");
    Path modules = Path.of(cache, "github.com", "cloudnative-pg");
    if (!Files.isDirectory(modules)) {
      return Optional.empty();
    }
    try (Stream<Path> files =
        Files.find(
            modules,
            3,
            (path, attributes) ->
                path.getParent().endsWith("releases")
                    && path.getFileName().toString().matches("cnpg-[0-9.]+\\.yaml"))) {
      return files.max(Path::compareTo);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void applyClusterCrd(Path manifest) {
    try (InputStream yaml = Files.newInputStream(manifest)) {
      client.load(yaml).items().stream()
          .filter(item -> CLUSTERS.equals(item.getMetadata().getName()))
          .map(CustomResourceDefinition.class::cast)
          .forEach(kinds()::apply);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void applyResource(String resource) {
    kinds()
        .apply(
            client
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .load(new java.io.File(resource))
                .item());
  }

  /** The kinds that it serves by definitions. */
  ServedKinds kinds() {
    return new ServedKinds(client);
  }

  @Override
  public void close() {
    client.close();
    server.stop();
  }
}
