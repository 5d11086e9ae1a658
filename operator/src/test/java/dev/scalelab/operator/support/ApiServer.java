package dev.scalelab.operator.support;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a real API server, shared by all classes of a process, and a namespace of its
 * own in it. No controllers run there: statuses are what the test writes, and nothing is collected.
 *
 * <p>Surefire hands each process one class at a time, so that a store of JUnit's would end with
 * each class: the shared server goes away with the process.
 *
 * <pre>{@code
 * @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
 * }</pre>
 */
public final class ApiServer implements BeforeAllCallback {
  private static final ExtensionContext.Namespace STORE =
      ExtensionContext.Namespace.create(ApiServer.class);
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private static KubeApiTestServer shared;

  /** The field that a served kind does not have. */
  private final Map<OperatorCrd, String> missing = new EnumMap<>(OperatorCrd.class);

  private boolean cloudNativePg;
  private boolean own;
  private KubeApiTestServer server;
  private String namespace;

  /**
   * Also serves CloudNativePG's real Cluster; the class is skipped if that CRD is not available.
   */
  public ApiServer withCloudNativePg() {
    cloudNativePg = true;
    return this;
  }

  /** Folder of CloudNativePG's source, whose manifest the server uses; empty if it is absent. */
  public static Optional<Path> cloudNativePg() {
    return KubeApiTestServer.cloudNativePgManifest()
        .map(manifest -> manifest.getParent().getParent());
  }

  /** A server that is not shared with other test classes; it ends with the class. */
  public ApiServer ofItsOwn() {
    own = true;
    return this;
  }

  /** A client of the cluster's administrator; it is closed with the server, not by the test. */
  public KubernetesClient client() {
    return server.client();
  }

  /** The test class's own namespace. */
  public String namespace() {
    return namespace;
  }

  /** An experiment of the test class's namespace; null if there is no such. */
  public ScalabilityExperiment experiment(String name) {
    return client()
        .resources(ScalabilityExperiment.class)
        .inNamespace(namespace)
        .withName(name)
        .get();
  }

  /** The events about an object of the test class's namespace. */
  public List<Event> events(String about) {
    return client()
        .v1()
        .events()
        .inNamespace(namespace)
        .withField("involvedObject.name", about)
        .list()
        .getItems();
  }

  /** A trial of the test class's namespace; null if there is no such. */
  public ScalabilityTrial trial(String name) {
    return client().resources(ScalabilityTrial.class).inNamespace(namespace).withName(name).get();
  }

  /** Serves CloudNativePG's Cluster from now on; only for a server of its own. */
  public void installCloudNativePg() {
    if (!own || !server.installCloudNativePg()) {
      throw new IllegalStateException("CloudNativePG cannot be installed here");
    }
  }

  /** Serves a kind of another operator from now on; only for a server of its own. */
  public void serve(OperatorCrd kind) {
    server.kinds().apply(kind.definition());
    String field = missing.remove(kind);
    if (field != null) {
      server.kinds().awaitField(kind.definition(), field, true);
    }
  }

  /** Serves a version of it without one of the fields of its spec. */
  public void serveWithout(OperatorCrd kind, String field) {
    server.kinds().apply(kind.without(field));
    server.kinds().awaitField(kind.definition(), field, false);
    missing.put(kind, field);
  }

  /** No longer serves it. */
  public void remove(OperatorCrd kind) {
    server.kinds().remove(kind.definition());
    missing.remove(kind);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    server = own ? ofThisClass(context) : ofThisProcess();
    if (cloudNativePg) {
      Assumptions.assumeTrue(
          server.installCloudNativePg(),
          "CloudNativePG's manifest is not in the Go module cache: 'make test' puts it there");
    }
    namespace = "test-" + NAMESPACES.incrementAndGet();
    client()
        .namespaces()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  private static KubeApiTestServer ofThisClass(ExtensionContext context) {
    return context
        .getStore(STORE)
        .getOrComputeIfAbsent(
            context.getUniqueId(), key -> KubeApiTestServer.start(), KubeApiTestServer.class);
  }

  private static synchronized KubeApiTestServer ofThisProcess() {
    if (shared == null) {
      shared = KubeApiTestServer.start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }
}
