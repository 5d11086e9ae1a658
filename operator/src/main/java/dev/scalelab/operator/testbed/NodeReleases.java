package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.ObjectWatch;
import dev.scalelab.operator.platform.Timing;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Returns nodes that disturbances hold when their time is over, also those of an operator that was
 * killed, or of an experiment that was deleted meanwhile.
 */
@ApplicationScoped
public class NodeReleases {
  private static final Logger LOG = Logger.getLogger(NodeReleases.class);
  private static final long PAGE = 50;
  private static final Duration AGAIN = Duration.ofSeconds(2);

  private final KubernetesClient client;
  private final HeldNodes nodes;
  private final Clock clock;
  private final Timing timing;
  private ObjectWatch<Node> watch;
  private ScheduledExecutorService timer;

  public NodeReleases(KubernetesClient client, Clock clock, Timing timing) {
    this.client = client;
    this.nodes = new HeldNodes(client, clock);
    this.clock = clock;
    this.timing = timing;
  }

  /** Begins to watch the nodes that are held, mostly none. */
  public void start(@Observes StartupEvent event) {
    timer = timing.timer("node-releases");
    watch =
        ObjectWatch.start(
            client.nodes().withLabel(Labels.HELD_UNTIL),
            PAGE,
            new BasicItemStore<>(Cache::metaNamespaceKeyFunc),
            new ObjectWatch.Listener<>() {
              @Override
              public void seen(Node before, Node now) {
                if (before == null || !HeldNodes.until(now).equals(HeldNodes.until(before))) {
                  String name = now.getMetadata().getName();
                  releaseIn(Duration.between(clock.instant(), HeldNodes.until(now)), name);
                }
              }

              @Override
              public void gone(Node last) {
                // Returned, or deleted.
              }
            },
            timing);
  }

  /** Ends the watch. */
  public void stop(@Observes ShutdownEvent event) {
    if (watch != null) {
      watch.stop();
      timer.shutdownNow();
    }
  }

  private void releaseIn(Duration until, String node) {
    timer.schedule(() -> release(node), Math.max(0, until.toMillis() + 1), TimeUnit.MILLISECONDS);
  }

  private void release(String node) {
    try {
      nodes.releaseIfOver(node).ifPresent(left -> releaseIn(left, node));
    } catch (KubernetesClientException e) {
      LOG.warnf("node %s cannot be uncordoned, which is tried again: %s", node, e.getMessage());
      releaseIn(AGAIN, node);
    }
  }
}
