package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;

/** Warning events as controllers write them. */
public final class Warnings {
  private Warnings() {}

  /** Reports a warning about an object. */
  public static void report(
      KubernetesClient client, HasMetadata object, String reason, String message) {
    client
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName(object.getMetadata().getName() + "-warning")
                .withNamespace(object.getMetadata().getNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withKind(object.getKind())
                .withName(object.getMetadata().getName())
                .withNamespace(object.getMetadata().getNamespace())
                .withUid(object.getMetadata().getUid())
                .endInvolvedObject()
                .withType("Warning")
                .withReason(reason)
                .withMessage(message)
                .withLastTimestamp(Instant.now().toString())
                .build())
        .create();
  }
}
