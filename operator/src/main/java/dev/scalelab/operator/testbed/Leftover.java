package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Remaining objects of a testbed that should be removed.
 *
 * @param objects number of objects
 * @param example one of them, as StatefulSet small-base-1-app; null if there are none
 * @param deletionRequestedAt when the deletion of the first of them was requested; null if none was
 */
public record Leftover(int objects, String example, Instant deletionRequestedAt) {

  /** No objects. */
  public static final Leftover NONE = new Leftover(0, null, null);

  /**
   * All of these.
   *
   * @param details what is known about the deletion of the first one, as text to append
   */
  static Leftover of(List<? extends HasMetadata> objects, Function<HasMetadata, String> details) {
    Instant since =
        objects.stream()
            .map(object -> object.getMetadata().getDeletionTimestamp())
            .filter(Objects::nonNull)
            .map(Instant::parse)
            .min(Comparator.naturalOrder())
            .orElse(null);
    String example =
        objects.stream()
            .findFirst()
            .map(
                object ->
                    object.getKind() + " " + object.getMetadata().getName() + details.apply(object))
            .orElse(null);
    return new Leftover(objects.size(), example, since);
  }

  /** Whether deletion was requested at least {@code patience} ago. */
  public boolean overdue(Duration patience, Instant now) {
    return deletionRequestedAt != null && !now.isBefore(deletionRequestedAt.plus(patience));
  }

  /** Whether nothing is left. */
  public boolean none() {
    return objects == 0;
  }
}
