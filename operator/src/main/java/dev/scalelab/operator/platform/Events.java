package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.Optional;

/**
 * Kubernetes events of an object, with details that its status lacks: failing probes, rejected
 * pods.
 */
@ApplicationScoped
public class Events {
  private final KubernetesClient client;

  public Events(KubernetesClient client) {
    this.client = client;
  }

  /** The latest warning about the object, as "FailedCreate: exceeded quota"; empty if none. */
  public Optional<String> latestWarning(HasMetadata object) {
    return client
        .v1()
        .events()
        .inNamespace(object.getMetadata().getNamespace())
        .withField("involvedObject.uid", object.getMetadata().getUid())
        .withField("type", "Warning")
        .list()
        .getItems()
        .stream()
        .max(Comparator.comparing(Events::lastSeen))
        .map(event -> event.getReason() + ": " + event.getMessage());
  }

  /** Events of the old and of the new API have their time in different fields. */
  private static String lastSeen(Event event) {
    if (event.getLastTimestamp() != null) {
      return event.getLastTimestamp();
    }
    return event.getEventTime() != null
        ? event.getEventTime().getTime()
        : event.getMetadata().getCreationTimestamp();
  }
}
