package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.TierNodes;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Wakes experiments when what they wait for has changed: one whose testbed has changed, or whose
 * turn it is, at once; those whose nodes have changed a few at a time, so that they do not delay
 * the one that is measured.
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
  private final WatchedObjects objects;
  private final List<String> namespaces;
  private final Set<ResourceID> due = new LinkedHashSet<>();

  /** When those whose testbeds have changed are woken. */
  private final Map<ResourceID, Long> changed = new ConcurrentHashMap<>();

  /** What each waiting experiment's nodes were when last looked at. */
  private Map<ResourceID, Integer> outlooks = new HashMap<>();

  /** Those that waited for something else than their turn when last looked at. */
  private Set<ResourceID> aside = new HashSet<>();

  private long ofNeighbours;
  private long ofNodes;

  /** Kinds of other operators that were served when last looked at; null before. */
  private Set<String> served;

  private final Timing timing;
  private final WakeTimes times;
  private final ScheduledExecutorService timer;

  /** Asks the API server for its kinds, for which nobody who is woken should wait. */
  private final ScheduledExecutorService looks;

  /**
   * @param namespaces namespaces in which experiments run
   */
  public Wakeups(
      Neighbours neighbours,
      Testbed testbed,
      ClusterWatch cluster,
      WatchedObjects objects,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces,
      Timing timing) {
    this.neighbours = neighbours;
    this.testbed = testbed;
    this.cluster = cluster;
    this.objects = objects;
    this.namespaces = namespaces;
    this.timing = timing;
    this.times = new WakeTimes(timing::nanoTime);
    this.timer = timing.timer("wakeups");
    this.looks = timing.timer("looks-at-waiting");
  }

  /** Elapsed time, in nanoseconds. */
  long nanoTime() {
    return timing.nanoTime();
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
    objects.start(
        namespaces,
        new WatchedObjects.Listener() {
          @Override
          public void changed(String namespace, String experiment) {
            wake(new ResourceID(experiment, namespace), WakeTimes.Cause.CHANGE);
          }

          @Override
          public void ended(String namespace, String experiment) {
            wake(new ResourceID(experiment, namespace), WakeTimes.Cause.END);
          }
        });
    looks.scheduleWithFixedDelay(() -> look(source::propagateEvent), 1, 1, TimeUnit.SECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    objects.stop();
    timer.shutdownNow();
    looks.shutdownNow();
  }

  /** Whether an experiment is woken when an object of its testbed changes. */
  boolean wakes(ScalabilityExperiment experiment) {
    return objects.follows(experiment.getMetadata().getNamespace())
        && neighbours.isThere(ResourceID.fromResource(experiment));
  }

  /** A read for an experiment has ended. One that is settled is not woken. */
  public void wake(String namespace, String name) {
    wake(new ResourceID(name, namespace), WakeTimes.Cause.ANSWER);
  }

  private void wake(ResourceID experiment, WakeTimes.Cause cause) {
    if (!neighbours.isThere(experiment) || timer.isShutdown()) {
      return;
    }
    Duration until = times.untilWake(experiment, cause);
    Long at = timing.nanoTime() + until.toNanos();
    Long before = changed.get(experiment);
    if (before == null || at - before < 0) {
      changed.put(experiment, at);
      timer.schedule(() -> wakeAt(experiment, at), until.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Unless it was to be woken earlier, and has been. */
  private void wakeAt(ResourceID experiment, Long at) {
    if (changed.remove(experiment, at)) {
      times.woken(experiment);
      source.propagateEvent(experiment);
    }
  }

  /** An experiment was reconciled, with this as its next step. */
  void looked(ScalabilityExperiment experiment, NextStep step) {
    times.looked(ResourceID.fromResource(experiment), step.whileLoaded());
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
