package dev.scalelab.load.profile;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
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
  private final TransactionKind[] block;
  private final long seed;

  /**
   * @param shares percent per type, each 0 or more, at least one positive
   * @param seed the same seed gives the same sequence
   */
  public TransactionMix(Map<? extends TransactionKind, Integer> shares, long seed) {
    int divisor =
        shares.values().stream()
            .map(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::gcd)
            .intValueExact();
    if (divisor == 0) {
      throw new IllegalArgumentException("at least one share must be positive");
    }
    this.block =
        new TransactionKind[shares.values().stream().mapToInt(share -> share / divisor).sum()];
    int next = 0;
    for (TransactionKind kind : byLabel(shares)) {
      for (int i = 0; i < shares.get(kind) / divisor; i++) {
        block[next++] = kind;
      }
    }
    this.seed = seed;
  }

  /** The sequence depends on the shares, and not on the order in which a map has them. */
  private static List<? extends TransactionKind> byLabel(
      Map<? extends TransactionKind, Integer> shares) {
    return shares.keySet().stream().sorted(Comparator.comparing(TransactionKind::label)).toList();
  }

  /** Number of users in which the proportions are exact. */
  public int blockSize() {
    return block.length;
  }

  /** The type of the user with that number, from 0; a pure function of seed and number. */
  public TransactionKind typeOf(long user) {
    long blockNumber = user / block.length;
    int position = (int) (user % block.length);
    return shuffled(blockNumber)[position];
  }

  private TransactionKind[] shuffled(long blockNumber) {
    TransactionKind[] types = block.clone();
    SplittableRandom random = Seeds.random(seed, Seeds.MIX, blockNumber);
    for (int i = types.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      TransactionKind swapped = types[i];
      types[i] = types[j];
      types[j] = swapped;
    }
    return types;
  }
}
