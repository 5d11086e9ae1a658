package dev.scalelab.operator.health;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.report.EventRecorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Checks periodically what the operator needs: CRDs of its own version, and namespaces that it can
 * watch. Problems are reported in its log, in events of its own pod, and in its readiness.
 */
@ApplicationScoped
public class OperatorHealth {
  private static final Logger LOG = Logger.getLogger(OperatorHealth.class);
  private static final int EVERY_SECONDS = 30;

  /** CRDs are large and change only with an upgrade; those that differ are compared each time. */
  private static final int LOOKS_PER_COMPARISON = 20;

  private final ServedCrds crds;
  private final CrdDifferences differences;
  private final WatchedNamespaces namespaces;
  private final EventRecorder events;
  private final Optional<Pod> pod;
  private final Set<String> reported = new HashSet<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "operator-health");
            thread.setDaemon(true);
            return thread;
          });
  private int looks;

  public OperatorHealth(
      ServedCrds crds,
      CrdDifferences differences,
      WatchedNamespaces namespaces,
      EventRecorder events,
      @ConfigProperty(name = "scalelab.pod.namespace") Optional<String> podNamespace,
      @ConfigProperty(name = "scalelab.pod.name") Optional<String> podName,
      @ConfigProperty(name = "scalelab.pod.uid") Optional<String> podUid) {
    this.crds = crds;
    this.differences = differences;
    this.namespaces = namespaces;
    this.events = events;
    this.pod =
        podName.map(
            name ->
                new PodBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withNamespace(podNamespace.orElseThrow())
                    .withUid(podUid.orElse(null))
                    .endMetadata()
                    .build());
  }

  void start(@Observes StartupEvent event) {
    timer.scheduleWithFixedDelay(this::look, 0, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    timer.shutdownNow();
  }

  /** Never throws, because that would stop the timer. */
  void look() {
    try {
      if (looks++ % LOOKS_PER_COMPARISON == 0 || !differences.all().isEmpty()) {
        compareCrds();
      }
      reportNamespaces();
    } catch (RuntimeException e) {
      LOG.warn("the operator's health could not be checked", e);
    }
  }

  private void compareCrds() {
    try {
      differences.seen(crds.differences());
      differences.all().forEach(difference -> report(difference.reason(), difference.message()));
    } catch (KubernetesClientException e) {
      LOG.warnf("the CRDs cannot be compared with the operator's own: %s", e.getMessage());
      looks = 0; // retried at the next check
    }
  }

  private void reportNamespaces() {
    if (namespaces.started()) {
      namespaces
          .notServed()
          .forEach(namespace -> report(Reason.NAMESPACE_NOT_SERVED, notServed(namespace)));
      namespaces.served().forEach(namespace -> reported.remove(notServed(namespace)));
    }
  }

  private static String notServed(String namespace) {
    return ("experiments in namespace %s are not served: it does not exist, or the operator has no rights in it; when it is"
            + " there again, helm upgrade restores them")
        .formatted(namespace);
  }

  private void report(Reason reason, String message) {
    if (reported.add(message)) {
      LOG.warnf("%s: %s", reason.text(), message);
      pod.ifPresent(own -> events.record(own, message, reason, message));
    }
  }
}
