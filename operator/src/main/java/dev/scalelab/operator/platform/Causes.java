package dev.scalelab.operator.platform;

import java.util.Optional;
import java.util.function.Predicate;

/** Finds an exception within those that wrap it: the SDK's metrics, for example, wrap all. */
public final class Causes {
  /** Causes may form a circle. */
  private static final int MAX_DEPTH = 20;

  private Causes() {}

  /** The exception of this type that is wrapped, or is the given one itself. */
  public static <T extends Throwable> Optional<T> find(Throwable e, Class<T> type) {
    return find(e, type, found -> true);
  }

  /** As above, of those that match. */
  public static <T extends Throwable> Optional<T> find(
      Throwable e, Class<T> type, Predicate<T> match) {
    Throwable cause = e;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      if (type.isInstance(cause) && match.test(type.cast(cause))) {
        return Optional.of(type.cast(cause));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
