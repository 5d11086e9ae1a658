package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** Who an object belongs to: when the owner goes, Kubernetes removes what it owns. */
public final class Owner {
  private Owner() {}

  /**
   * Reference to the owner. It does not block the owner's deletion, which would need the right to
   * change the owner's finalizers.
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

  /** Whether the object was made for this very owner, not for an earlier one of its name. */
  public static boolean owns(HasMetadata owner, HasMetadata object) {
    return has(object, owner.getMetadata().getUid());
  }

  /** Whether the object was made for the owner of this uid. */
  public static boolean has(HasMetadata object, String uid) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(reference -> reference.getUid().equals(uid));
  }
}
