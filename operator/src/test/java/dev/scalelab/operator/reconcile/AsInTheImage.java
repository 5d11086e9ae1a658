package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.support.KubeApiTestServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The whole operator, wired and configured by Quarkus as in the image, with its own client,
 * threads, informers and leader election, against a real API server. Only what belongs to an
 * installation is given: addresses, namespaces, and that experiments may share nodes.
 *
 * <pre>{@code
 * @QuarkusTest
 * @TestProfile(AsInTheImage.class)
 * }</pre>
 */
public final class AsInTheImage implements QuarkusTestProfile {
  /** The namespaces of experiments. */
  public static final List<String> NAMESPACES = List.of("lab", "lab-with-quota");

  /** The profile of the image. */
  @Override
  public String getConfigProfile() {
    return "prod";
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.devservices.enabled", "false",
        "quarkus.kubernetes-client.devservices.enabled", "false",
        // An operator that stops leading ends its process, which is here that of the tests.
        "quarkus.operator-sdk.activate-leader-election-for-profiles", "none",
        "quarkus.operator-sdk.crd.apply", "false",
        "quarkus.http.test-port", "0",
        "quarkus.log.console.json.enabled", "false");
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(Server.class));
  }

  /** The API server and Prometheus, which run before the operator starts. */
  public static final class Server implements QuarkusTestResourceLifecycleManager {
    /** The client reads its address from the file of this name, as in a user's shell. */
    private static final String KUBECONFIG = "kubeconfig";

    private KubeApiTestServer server;
    private PlayedEndpoints endpoints;
    private Path file;

    @Override
    public Map<String, String> start() {
      server = KubeApiTestServer.start();
      if (!server.installCloudNativePg()) {
        throw new IllegalStateException("'make test' puts CloudNativePG's manifest in the cache");
      }
      for (String name : NAMESPACES) {
        var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata();
        server.client().resource(namespace.build()).create();
      }
      try {
        file = Files.createTempFile("scalelab", ".kubeconfig");
        Files.writeString(file, server.kubeconfig());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      System.setProperty(KUBECONFIG, file.toString());
      endpoints = new PlayedEndpoints();
      return Map.of(
          "quarkus.operator-sdk.namespaces",
          String.join(",", NAMESPACES),
          "scalelab.experiments.share-nodes",
          "true",
          "scalelab.prometheus.url",
          endpoints.prometheus());
    }

    @Override
    public void stop() {
      System.clearProperty(KUBECONFIG);
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      endpoints.close();
      server.close();
    }
  }
}
