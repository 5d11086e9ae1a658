package dev.scalelab.load.profile;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The order in which transaction types arrive: exact proportions in every block, shuffled by a
 * seed.
 */
public final class TransactionMix {
  private final Shares<TransactionType> shares;

  /**
   * @param shares percent per type, each 0 or more, at least one positive
   * @param seed the same seed gives the same sequence
   */
  public TransactionMix(Map<TransactionType, Integer> shares, long seed) {
    // In the order of the types, whatever the map's: the sequence follows from the shares alone.
    Map<TransactionType, Integer> ordered = new LinkedHashMap<>();
    for (TransactionType type : TransactionType.values()) {
      ordered.put(type, shares.getOrDefault(type, 0));
    }
    this.shares = new Shares<>(ordered, seed, Seeds.MIX);
  }

  /** Number of users in which the proportions are exact. */
  public int blockSize() {
    return shares.blockSize();
  }

  /** The type of the user with that number, from 0; a pure function of seed and number. */
  public TransactionType typeOf(long user) {
    return shares.of(user);
  }
}
