package dev.scalelab.load.profile;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The order in which transaction types arrive: exact proportions in every block, shuffled by a
 * seed.
 */
public final class TransactionMix {
  /** What the shares of a mix add up to: they are in hundredths of a percent. */
  public static final int WHOLE = 10_000;

  private final Shares<TransactionKind> shares;

  /**
   * @param shares per type, each 0 or more, at least one positive; part of a mix where their sum is
   *     less than {@link #WHOLE}
   * @param seed the same seed gives the same sequence
   */
  public TransactionMix(Map<? extends TransactionKind, Integer> shares, long seed) {
    // In the order of their names, whatever the map's: the sequence follows from the shares alone.
    Map<TransactionKind, Integer> ordered = new LinkedHashMap<>();
    shares.keySet().stream()
        .sorted(Comparator.comparing(TransactionKind::label))
        .forEach(kind -> ordered.put(kind, shares.get(kind)));
    this.shares = new Shares<>(ordered, seed, Seeds.MIX);
  }

  /** Number of users in which the proportions are exact. */
  public int blockSize() {
    return shares.blockSize();
  }

  /** The type of the user with that number, from 0; a pure function of seed and number. */
  public TransactionKind typeOf(long user) {
    return shares.of(user);
  }

  /** How many users before that one do the same type; a pure function of seed and number. */
  public long sameBefore(long user) {
    return shares.sameBefore(user);
  }
}
