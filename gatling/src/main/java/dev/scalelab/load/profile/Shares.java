package dev.scalelab.load.profile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Assigns values to users in given shares: exact in every block, shuffled by a seed.
 *
 * <p>Independent random choices per user would make the counts of a short step differ from the
 * shares by chance. Here each block of (sum of the shares / their greatest common divisor) users
 * contains every value in exactly the given shares, so counts can be checked, and only the order
 * within a block is random. A long block is first spread evenly and then shuffled in stretches: a
 * run that ends within it has nearly the given shares too.
 */
final class Shares<T> {
  private static final int STRETCH = 100;

  private final List<T> block;
  private final Map<T, Integer> counts = new HashMap<>();
  private final long seed;
  private final int stream;

  // Users arrive in order, so the block of a user is nearly always that of the previous one.
  private volatile Block<T> latest;

  /**
   * @param sameBefore for each user in the block, the number of earlier ones with the same value
   */
  private record Block<T>(long number, List<T> shuffled, int[] sameBefore) {
    static <T> Block<T> of(long number, List<T> shuffled) {
      int[] sameBefore = new int[shuffled.size()];
      Map<T, Integer> counts = new HashMap<>();
      for (int i = 0; i < sameBefore.length; i++) {
        sameBefore[i] = counts.merge(shuffled.get(i), 1, Integer::sum) - 1;
      }
      return new Block<>(number, shuffled, sameBefore);
    }
  }

  /**
   * @param shares each 0 or more, at least one positive
   * @param seed the same seed gives the same sequence
   * @param stream of random numbers, one of {@link Seeds}
   */
  Shares(Map<T, Integer> shares, long seed, int stream) {
    int divisor =
        shares.values().stream()
            .map(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::gcd)
            .intValueExact();
    if (divisor == 0) {
      throw new IllegalArgumentException("at least one share must be positive");
    }
    this.block = evenly(shares, divisor);
    shares.forEach((what, share) -> counts.put(what, share / divisor));
    this.seed = seed;
    this.stream = stream;
  }

  private record Place<T>(T what, double at) {}

  private static <T> List<T> evenly(Map<T, Integer> shares, int divisor) {
    List<Place<T>> places = new ArrayList<>();
    shares.forEach(
        (what, share) -> {
          double count = (double) share / divisor;
          for (int i = 0; i < count; i++) {
            places.add(new Place<>(what, (i + 0.5) / count));
          }
        });
    return places.stream()
        .sorted(Comparator.comparingDouble(Place::at))
        .<T>map(Place::what)
        .toList();
  }

  /** Number of users per block, in which the shares are exact. */
  int blockSize() {
    return block.size();
  }

  /** The value of the user with that number, from 0; a pure function of seed and number. */
  T of(long user) {
    long blockNumber = user / block.size();
    int position = (int) (user % block.size());
    return shuffled(blockNumber).shuffled().get(position);
  }

  /**
   * Number of earlier users with the same value as that one; a pure function of seed and number.
   */
  long sameBefore(long user) {
    long blockNumber = user / block.size();
    int position = (int) (user % block.size());
    Block<T> shuffled = shuffled(blockNumber);
    T what = shuffled.shuffled().get(position);
    return blockNumber * counts.get(what) + shuffled.sameBefore()[position];
  }

  private Block<T> shuffled(long blockNumber) {
    Block<T> known = latest;
    // All blocks of one value are identical.
    if (known == null || known.number() != blockNumber && block.size() > 1) {
      known = Block.of(blockNumber, shuffle(blockNumber));
      latest = known;
    }
    return known;
  }

  private List<T> shuffle(long blockNumber) {
    List<T> shuffled = new ArrayList<>(block);
    SplittableRandom random = Seeds.random(seed, stream, blockNumber);
    for (int from = 0; from < shuffled.size(); from += STRETCH) {
      int to = Math.min(from + STRETCH, shuffled.size());
      for (int i = to - 1; i > from; i--) {
        int j = random.nextInt(from, i + 1);
        shuffled.set(i, shuffled.set(j, shuffled.get(i)));
      }
    }
    return shuffled;
  }
}
