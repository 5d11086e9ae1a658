package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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

  /** A reconciliation that was under way may have created something after the last look. */
  private static final Duration AFTERWARDS = Duration.ofMinutes(1);

  /** The API server's own, of kubectl delete --cascade: they go as soon as they can. */
  private static final Set<String> OF_CASCADES = Set.of("foregroundDeletion", "orphan");

  private final KubernetesClient client;
  private final Neighbours neighbours;
  private final Testbed testbed;
  private final Actions actions;
  private final EventRecorder events;
  private final Timing timing;
  private final ScheduledExecutorService timer;

  /** When those of which nothing was left are looked at again, by their uids. */
  private final Map<String, Long> again = RecentlySeen.map();

  public HeldExperiments(
      KubernetesClient client,
      Neighbours neighbours,
      Testbed testbed,
      Actions actions,
      EventRecorder events,
      Timing timing) {
    this.client = client;
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
  private void look() {
    for (ResourceID id : neighbours.leaving()) {
      try {
        look(id);
      } catch (RuntimeException e) {
        LOG.warnf(e, "what is left of %s was not removed", id.getName());
      }
    }
  }

  /** It is read again: another one may have got its name, whose testbed must stay. */
  private void look(ResourceID id) {
    ScalabilityExperiment experiment =
        client
            .resources(ScalabilityExperiment.class)
            .inNamespace(id.getNamespace().orElseThrow())
            .withName(id.getName())
            .get();
    if (experiment == null || !experiment.isMarkedForDeletion()) {
      return;
    }
    String uid = experiment.getMetadata().getUid();
    Long at = again.get(uid);
    if (at != null && timing.nanoTime() - at < 0) {
      return;
    }
    if (testbed.left(experiment).objects() == 0) {
      again.put(uid, timing.nanoTime() + AFTERWARDS.toNanos());
      return;
    }
    actions.perform(experiment, new NextStep.TearDown(null));
    tell(experiment);
  }

  private void tell(ScalabilityExperiment experiment) {
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
