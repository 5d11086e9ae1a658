package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Kubernetes events of an object, with details that its status does not have: failing probes,
 * rejected pods.
 */
@ApplicationScoped
public class WarningReader {
  /** Page size: a broken object may have thousands of events. */
  private static final long PAGE = 100;

  private final KubernetesClient client;

  public WarningReader(KubernetesClient client) {
    this.client = client;
  }

  /**
   * A warning about an object.
   *
   * @param message as "FailedCreate: exceeded quota"
   * @param lastSeen when it was reported the last time
   */
  public record Warning(String message, Instant lastSeen) {}

  /** The message of the latest warning about the object; empty if none. */
  public Optional<String> latestWarning(HasMetadata object) {
    return latest(object).map(Warning::message);
  }

  /** The latest warning about the object; empty if none. */
  public Optional<Warning> latest(HasMetadata object) {
    AtomicReference<Event> latest = new AtomicReference<>();
    Pages.forEach(
        PAGE,
        client
                .v1()
                .events()
                .inNamespace(object.getMetadata().getNamespace())
                .withField("involvedObject.uid", object.getMetadata().getUid())
                .withField("type", "Warning")
            ::list,
        event -> latest.accumulateAndGet(event, WarningReader::later));
    return Optional.ofNullable(latest.get())
        .map(event -> new Warning(event.getReason() + ": " + event.getMessage(), lastSeen(event)));
  }

  private static Event later(Event one, Event other) {
    return one != null && lastSeen(one).compareTo(lastSeen(other)) >= 0 ? one : other;
  }

  /** Events of the old and of the new API have their time in different fields. */
  private static Instant lastSeen(Event event) {
    if (event.getLastTimestamp() != null) {
      return Instant.parse(event.getLastTimestamp());
    }
    if (event.getSeries() != null && event.getSeries().getLastObservedTime() != null) {
      return Instant.parse(event.getSeries().getLastObservedTime().getTime());
    }
    return Instant.parse(
        event.getEventTime() != null
            ? event.getEventTime().getTime()
            : event.getMetadata().getCreationTimestamp());
  }
}
