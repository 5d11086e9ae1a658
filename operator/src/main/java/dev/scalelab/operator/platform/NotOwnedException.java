package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** An object of the name that is needed is there, and was made for something else. */
public final class NotOwnedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** Names the object that is in the way. */
  public NotOwnedException(HasMetadata present) {
    super(words(present));
  }

  /** What to do about an object that is in the way. */
  public static String words(HasMetadata present) {
    return "%s %s exists and was not made for this experiment: delete it, or give the experiment another name"
        .formatted(present.getKind(), present.getMetadata().getName());
  }
}
