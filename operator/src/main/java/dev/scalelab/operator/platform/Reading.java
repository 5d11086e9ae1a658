package dev.scalelab.operator.platform;

import java.util.function.Supplier;

/**
 * What was read of objects of testbeds.
 *
 * @param reported whether a watch reports when any of it changes, so that it need not be looked for
 */
public record Reading<T>(T value, boolean reported) {

  /** How the threads that read rely on watches. */
  static final class Reliance {
    private final ThreadLocal<Boolean> direct = ThreadLocal.withInitial(() -> false);
    private final ThreadLocal<Boolean> unreported = ThreadLocal.withInitial(() -> false);

    /** Whether this thread does not rely on watches. */
    boolean isDirect() {
      return direct.get();
    }

    /** What a supplier gives when it does not rely on watches. */
    <T> T directly(Supplier<T> reader) {
      direct.set(true);
      try {
        return reader.get();
      } finally {
        direct.remove();
      }
    }

    /** This thread has read what no watch reports. */
    void setUnreported() {
      unreported.set(true);
    }

    /** What a supplier gives, and whether watches report all of it. */
    <T> Reading<T> reading(Supplier<T> reader) {
      unreported.remove();
      try {
        T value = reader.get();
        return new Reading<>(value, !unreported.get());
      } finally {
        unreported.remove();
      }
    }
  }
}
