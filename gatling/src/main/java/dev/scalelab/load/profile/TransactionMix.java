package dev.scalelab.load.profile;

import java.math.BigInteger;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The order in which transaction types arrive: exact proportions in every block, shuffled by a
 * seed.
 *
 * <p>A free draw per user would make the counts of a short step differ from the mix by chance. Here
 * each block of (100 / greatest common divisor of the shares) users holds the types in exactly the
 * shares asked for, so counts can be checked, and only the order inside a block is random.
 */
public final class TransactionMix {
  private final TransactionType[] block;
  private final long seed;

  /**
   * @param shares percent per type, each 0 or more, at least one positive
   * @param seed the same seed gives the same sequence
   */
  public TransactionMix(Map<TransactionType, Integer> shares, long seed) {
    int divisor =
        shares.values().stream()
            .map(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::gcd)
            .intValueExact();
    if (divisor == 0) {
      throw new IllegalArgumentException("at least one share must be positive");
    }
    this.block =
        new TransactionType[shares.values().stream().mapToInt(share -> share / divisor).sum()];
    int next = 0;
    for (TransactionType type : TransactionType.values()) {
      for (int i = 0; i < shares.getOrDefault(type, 0) / divisor; i++) {
        block[next++] = type;
      }
    }
    this.seed = seed;
  }

  /** Number of users in which the proportions are exact. */
  public int blockSize() {
    return block.length;
  }

  /** The type of the user with that number, from 0; a pure function of seed and number. */
  public TransactionType typeOf(long user) {
    long blockNumber = user / block.length;
    int position = (int) (user % block.length);
    return shuffled(blockNumber)[position];
  }

  private TransactionType[] shuffled(long blockNumber) {
    TransactionType[] types = block.clone();
    SplittableRandom random = Seeds.random(seed, Seeds.MIX, blockNumber);
    for (int i = types.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      TransactionType swapped = types[i];
      types[i] = types[j];
      types[j] = swapped;
    }
    return types;
  }
}
