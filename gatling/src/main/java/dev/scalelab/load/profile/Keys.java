package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/** How transactions choose among the customers, readers and orders of the dataset. */
public enum Keys {
  /** Each is used once before one is used again. */
  ROUNDS,
  /** Each with the same probability. */
  RANDOM,
  /**
   * A few are used most: a fifth of them by four fifths of the transactions, and so on among these
   * (the self-similar distribution of Gray and others, 1994).
   */
  SKEWED;

  private static final double HOT_PART = 0.2;
  private static final double EXPONENT = Math.log(HOT_PART) / Math.log(1 - HOT_PART);

  /** The name used in settings. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The constant with that name, or empty. */
  public static Optional<Keys> ofLabel(String label) {
    return Arrays.stream(values()).filter(keys -> keys.label().equals(label)).findFirst();
  }

  /** A random choice among {@code count}, from 0; not for rounds. */
  long choose(long count, SplittableRandom random) {
    return this == SKEWED
        ? Math.min(count - 1, (long) (count * Math.pow(random.nextDouble(), EXPONENT)))
        : random.nextLong(count);
  }
}
