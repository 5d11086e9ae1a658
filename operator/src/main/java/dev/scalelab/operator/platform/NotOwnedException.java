package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** An object with the required name exists, but was created for something else. */
public final class NotOwnedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** Names the existing object. */
  public NotOwnedException(HasMetadata present) {
    super(message(present));
  }

  /** The message for an existing object, with what to do. */
  public static String message(HasMetadata present) {
    return "%s %s exists and was not made for this experiment: delete it, or give the experiment another name"
        .formatted(present.getKind(), present.getMetadata().getName());
  }
}
