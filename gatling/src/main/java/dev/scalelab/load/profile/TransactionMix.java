package dev.scalelab.load.profile;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The order in which transaction types arrive: exact proportions in every block, shuffled by a
 * seed.
 */
public final class TransactionMix {
  /** The sum of the shares of a mix: they are in hundredths of a percent. */
  public static final int WHOLE = 10_000;

  private final Shares<TransactionKind> shares;

  /**
   * @param shares per type, each 0 or more, at least one positive; only a part of a mix if their
   *     sum is less than {@link #WHOLE}
   * @param seed the same seed gives the same sequence
   */
  public TransactionMix(Map<? extends TransactionKind, Integer> shares, long seed) {
    // Sorted by name, whatever the map's order: the sequence depends only on the shares.
    Map<TransactionKind, Integer> ordered = new LinkedHashMap<>();
    shares.keySet().stream()
        .sorted(Comparator.comparing(TransactionKind::label))
        .forEach(kind -> ordered.put(kind, shares.get(kind)));
    this.shares = new Shares<>(ordered, seed, Seeds.MIX);
  }

  /** Number of users per block, in which the proportions are exact. */
  public int blockSize() {
    return shares.blockSize();
  }

  /** The type of the user with that number, from 0; a pure function of seed and number. */
  public TransactionKind typeOf(long user) {
    return shares.of(user);
  }

  /** Number of earlier users with the same type; a pure function of seed and number. */
  public long sameBefore(long user) {
    return shares.sameBefore(user);
  }
}
