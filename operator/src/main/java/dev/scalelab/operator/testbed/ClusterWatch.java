package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.platform.ObjectWatch;
import dev.scalelab.operator.platform.Pages;
import dev.scalelab.operator.platform.Timing;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Properties of the whole cluster, which are the same for all experiments: its nodes, kept up to
 * date by a watch, and what its API server serves, read for all of them together. Before its start
 * everything is read again each time.
 */
@ApplicationScoped
public class ClusterWatch implements ServedKinds {
  /** Page size of lists: a node has more than ten kilobytes, and the heap is small. */
  private static final long PAGE = 50;

  private static final Duration KNOWN_FOR = Duration.ofSeconds(10);

  /** By when the nodes of a large cluster are usually read. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final Timing timing;
  private final Map<String, ClusterFacts.Node> watched = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();
  private final Map<String, Served> kinds = new ConcurrentHashMap<>();
  private final Served resizable = new Served(this::supportsResize);
  private volatile ObjectWatch<Node> watch;
  private volatile long startedNanos;
  private TierNodes tierNodes;
  private long tierNodesAt;

  public ClusterWatch(KubernetesClient client, Timing timing) {
    this.client = client;
    this.timing = timing;
  }

  /** Begins to watch the nodes. */
  public void start(@Observes StartupEvent event) {
    startedNanos = timing.nanoTime();
    watch =
        ObjectWatch.start(
            client.nodes(),
            PAGE,
            new ReducedStateItemStore<>(
                ReducedStateItemStore.NAME_KEY_STATE,
                Node.class,
                client.getKubernetesSerialization()),
            new ObjectWatch.Listener<>() {
              @Override
              public void seen(Node before, Node now) {
                put(now);
              }

              @Override
              public void gone(Node last) {
                watched.remove(last.getMetadata().getName());
                changes.incrementAndGet();
              }
            },
            timing);
  }

  /** Ends the watch. */
  public void stop(@Observes ShutdownEvent event) {
    if (watch != null) {
      watch.stop();
    }
  }

  /** Most updates of a node are its heartbeats, which change nothing here. */
  private void put(Node node) {
    ClusterFacts.Node reduced = NodeReader.reduced(node);
    if (!reduced.equals(watched.put(reduced.name(), reduced))) {
      changes.incrementAndGet();
    }
  }

  /** Whether the nodes are known without asking the API server. */
  public boolean watchesNodes() {
    ObjectWatch<Node> started = watch;
    return started != null && started.follows();
  }

  /** Whether the nodes are known, or it has become clear that they cannot be watched. */
  public boolean ready() {
    return watch == null || watchesNodes() || timing.nanoTime() - startedNanos > PATIENCE.toNanos();
  }

  /** Grows with each change of a watched node that may matter for the placement of pods. */
  public long changes() {
    return changes.get();
  }

  /** Every node. */
  List<ClusterFacts.Node> nodes() {
    return watchesNodes() ? List.copyOf(watched.values()) : listed();
  }

  /** The same for all experiments until a node changes. */
  synchronized TierNodes tierNodes() {
    if (!watchesNodes()) {
      return new TierNodes(listed());
    }
    long now = changes.get();
    if (tierNodes == null || now != tierNodesAt) {
      tierNodes = new TierNodes(nodes());
      tierNodesAt = now;
    }
    return tierNodes;
  }

  private List<ClusterFacts.Node> listed() {
    List<ClusterFacts.Node> found = new ArrayList<>();
    Pages.forEach(PAGE, client.nodes()::list, node -> found.add(NodeReader.reduced(node)));
    return found;
  }

  /** Whether the API server has a kind of another operator. */
  public boolean serves(ResourceDefinitionContext kind) {
    return served(kind).get(watch != null);
  }

  /**
   * The same, for what would fail for good without it: that it is absent is not taken from an
   * earlier answer, since its operator may have been installed meanwhile.
   */
  boolean servesByNow(ResourceDefinitionContext kind) {
    return serves(kind) || served(kind).get(false);
  }

  private Served served(ResourceDefinitionContext kind) {
    return kinds.computeIfAbsent(ClusterFacts.kind(kind), key -> new Served(() -> supports(kind)));
  }

  @Override
  public boolean serves(Provisioner provisioner) {
    return switch (provisioner) {
      case WILD_FLY_SERVER -> serves(WildFlyServerManifest.RESOURCE);
      case INFINISPAN -> serves(InfinispanManifest.RESOURCE);
      case AUTO, STATEFUL_SET -> true;
    };
  }

  /** Whether the API server accepts changes of a running pod's resources. */
  boolean resizable() {
    return resizable.get(watch != null);
  }

  private boolean supports(ResourceDefinitionContext kind) {
    return client.supports(kind.getGroup() + "/" + kind.getVersion(), kind.getKind());
  }

  private boolean supportsResize() {
    return client.getApiResources("v1").getResources().stream()
        .anyMatch(resource -> ("pods/" + CpuLimit.RESIZE).equals(resource.getName()));
  }

  /** Something that the API server serves or does not serve, asked again only after a while. */
  private final class Served {
    private final BooleanSupplier ask;
    private boolean answer;
    private long askedNanos;
    private boolean known;

    Served(BooleanSupplier ask) {
      this.ask = ask;
    }

    synchronized boolean get(boolean keep) {
      if (!keep || !known || timing.nanoTime() - askedNanos > KNOWN_FOR.toNanos()) {
        answer = ask.getAsBoolean();
        askedNanos = timing.nanoTime();
        known = true;
      }
      return answer;
    }
  }
}
