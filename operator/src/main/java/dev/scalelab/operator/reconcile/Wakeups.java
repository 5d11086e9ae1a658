package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.TierNodes;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Wakes experiments that wait when what they wait for has changed: the one whose turn it is at
 * once, those whose nodes have changed a few at a time, so that they do not delay the one that is
 * measured.
 */
@ApplicationScoped
public class Wakeups {
  private static final Logger LOG = Logger.getLogger(Wakeups.class);
  private static final int AT_A_TIME = 10;

  private final SimpleInboundEventSource<ScalabilityExperiment> source =
      new SimpleInboundEventSource<>("wakeups");
  private final Neighbours neighbours;
  private final Testbed testbed;
  private final ClusterWatch cluster;
  private final Set<ResourceID> due = new LinkedHashSet<>();

  /** What each waiting experiment's nodes were when last looked at. */
  private Map<ResourceID, Integer> outlooks = new HashMap<>();

  /** Those that waited for something else than their turn when last looked at. */
  private Set<ResourceID> aside = new HashSet<>();

  private long ofNeighbours;
  private long ofNodes;

  /** Kinds of other operators that were served when last looked at; null before. */
  private Set<String> served;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "wakeups");
            thread.setDaemon(true);
            return thread;
          });

  public Wakeups(Neighbours neighbours, Testbed testbed, ClusterWatch cluster) {
    this.neighbours = neighbours;
    this.testbed = testbed;
    this.cluster = cluster;
  }

  /** The source of the events by which experiments are woken. */
  SimpleInboundEventSource<ScalabilityExperiment> source() {
    return source;
  }

  /** Whether what experiments wait for is known, as far as it can be. */
  boolean ready() {
    return neighbours.known() && cluster.ready();
  }

  void start(@Observes StartupEvent event) {
    timer.scheduleWithFixedDelay(() -> look(source::propagateEvent), 1, 1, TimeUnit.SECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    timer.shutdownNow();
  }

  /** Never throws, because that would stop the timer. */
  void look(Consumer<ResourceID> wake) {
    try {
      if (cluster.watchesNodes() && neighbours.waiting() > 0) {
        lookAtOthers(wake);
        lookAtCluster();
        wakeSome(wake);
      }
    } catch (RuntimeException e) {
      LOG.warn("waiting experiments could not be woken, and look again by themselves", e);
    }
  }

  private void lookAtOthers(Consumer<ResourceID> wake) {
    long now = neighbours.changes();
    if (now != ofNeighbours) {
      ofNeighbours = now;
      neighbours.firsts(testbed.nodes()).forEach(wake);
      lookAtThoseAside();
    }
  }

  /** What one of them got, the others may get too: a quota was raised, a policy changed. */
  private void lookAtThoseAside() {
    Set<ResourceID> now = neighbours.aside();
    aside.removeAll(now);
    if (aside.stream().anyMatch(neighbours::isThere)) {
      due.addAll(now);
    }
    aside = now;
  }

  private void lookAtCluster() {
    Set<String> now = testbed.served();
    if (served != null && !served.containsAll(now)) {
      neighbours.notStarted().forEach(waiting -> due.add(waiting.id()));
    }
    served = now;
    long changes = cluster.changes() + neighbours.changes();
    if (changes == ofNodes) {
      return;
    }
    ofNodes = changes;
    TierNodes nodes = testbed.nodes();
    Map<Set<PodSettings>, Integer> known = new HashMap<>();
    Map<ResourceID, Integer> outlooksNow = new HashMap<>();
    for (Neighbours.Neighbour waiting : neighbours.notStarted()) {
      Integer outlook = known.computeIfAbsent(waiting.pods(), nodes::outlook);
      Integer before = outlooks.get(waiting.id());
      outlooksNow.put(waiting.id(), outlook);
      if (before != null && !before.equals(outlook)) {
        due.add(waiting.id());
      }
    }
    outlooks = outlooksNow;
  }

  private void wakeSome(Consumer<ResourceID> wake) {
    Iterator<ResourceID> next = due.iterator();
    for (int woken = 0; woken < AT_A_TIME && next.hasNext(); woken++) {
      wake.accept(next.next());
      next.remove();
    }
  }
}
