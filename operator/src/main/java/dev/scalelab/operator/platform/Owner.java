package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** Owner references: when the owner is deleted, Kubernetes deletes the objects that it owns. */
public final class Owner {
  private Owner() {}

  /**
   * Reference to the owner. It does not block the owner's deletion, which would require permission
   * to change the owner's finalizers.
   */
  public static OwnerReference reference(HasMetadata owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(false)
        .build();
  }
}
