package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Removes the testbeds of experiments that were deleted and are held by a finalizer of somebody
 * else. The SDK reconciles no resource that is marked for deletion, and the garbage collector waits
 * for the finalizer: without this their load goes on. A finalizer of the operator's own would keep
 * experiments from being deleted while there is no operator.
 */
@ApplicationScoped
public class HeldExperiments {
  private static final Logger LOG = Logger.getLogger(HeldExperiments.class);
  private static final Duration WHILE_SOMETHING_IS_LEFT = Duration.ofSeconds(2);

  /**
   * A reconciliation that was under way may have created something after the last look; and what is
   * left after the longest time for a removal waits for somebody.
   */
  private static final Duration AFTERWARDS = Duration.ofMinutes(1);

  /** The API server's own, of kubectl delete --cascade: they go as soon as they can. */
  private static final Set<String> OF_CASCADES = Set.of("foregroundDeletion", "orphan");

  private final KubernetesClient client;
  private final Leadership leadership;
  private final Neighbours neighbours;
  private final Testbed testbed;
  private final Actions actions;
  private final EventRecorder events;
  private final Timing timing;
  private final ScheduledExecutorService timer;

  /** By the uids of those that are still there. */
  private final Map<String, Removal> removals = new HashMap<>();

  /**
   * How far the removal of one testbed is, in nanoseconds of the timing.
   *
   * @param since when it began
   * @param next when it is looked at again
   */
  private record Removal(long since, long next) {}

  public HeldExperiments(
      KubernetesClient client,
      Leadership leadership,
      Neighbours neighbours,
      Testbed testbed,
      Actions actions,
      EventRecorder events,
      Timing timing) {
    this.client = client;
    this.leadership = leadership;
    this.neighbours = neighbours;
    this.testbed = testbed;
    this.actions = actions;
    this.events = events;
    this.timing = timing;
    this.timer = timing.timer("held-experiments");
  }

  void start(@Observes StartupEvent event) {
    long millis = WHILE_SOMETHING_IS_LEFT.toMillis();
    timer.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    timer.shutdownNow();
  }

  /** Never throws, because that would stop the timer; what fails is tried again. */
  void look() {
    try {
      if (leadership.isHere()) {
        lookAtAll();
      }
    } catch (RuntimeException e) {
      LOG.warn("deleted experiments were not looked at", e);
    }
  }

  private void lookAtAll() {
    List<Neighbours.Neighbour> deleted = neighbours.deleted();
    removals
        .keySet()
        .retainAll(deleted.stream().map(Neighbours.Neighbour::uid).collect(Collectors.toSet()));
    for (Neighbours.Neighbour each : deleted) {
      try {
        look(each);
      } catch (RuntimeException e) {
        LOG.warnf(e, "what is left of %s was not removed", each.id().getName());
      }
    }
  }

  /** It is read again: another one may have got its name, whose testbed must stay. */
  private void look(Neighbours.Neighbour deleted) {
    Removal before = removals.get(deleted.uid());
    if (before != null && timing.nanoTime() - before.next() < 0) {
      return;
    }
    ScalabilityExperiment experiment =
        client
            .resources(ScalabilityExperiment.class)
            .inNamespace(deleted.id().getNamespace().orElseThrow())
            .withName(deleted.id().getName())
            .get();
    if (experiment == null || !experiment.getMetadata().getUid().equals(deleted.uid())) {
      return;
    }
    long now = timing.nanoTime();
    Removal removal = before == null ? new Removal(now, now) : before;
    removals.put(deleted.uid(), removal);
    if (before == null) {
      recordHeld(experiment);
    }
    remove(experiment, removal.since(), now);
  }

  private void remove(ScalabilityExperiment experiment, long since, long now) {
    String uid = experiment.getMetadata().getUid();
    long later = now + AFTERWARDS.toNanos();
    Leftover left = testbed.left(experiment);
    if (left.none()) {
      removals.put(uid, new Removal(later, later));
      return;
    }
    Duration patience = Duration.ofSeconds(experiment.getSpec().timeouts().serversSeconds());
    boolean overdue = now - since >= patience.toNanos();
    removals.put(uid, new Removal(since, overdue ? later : now));
    String message = overdue ? Decision.notGone(left, patience) : null;
    actions.perform(experiment, new NextStep.TearDown(message));
  }

  /** Once: no finalizer is added after the deletion. */
  private void recordHeld(ScalabilityExperiment experiment) {
    List<String> others =
        experiment.getMetadata().getFinalizers().stream()
            .filter(finalizer -> !OF_CASCADES.contains(finalizer))
            .toList();
    if (!others.isEmpty()) {
      events.record(
          experiment,
          experiment.getMetadata().getName(),
          Reason.DELETION_HELD,
          "deleted, and held by %s: its load and its testbed are removed, its results stay until then"
              .formatted(String.join(", ", others)));
    }
  }
}
