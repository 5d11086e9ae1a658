package dev.scalelab.load.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast a core of this machine computes now: the speed of a shared machine changes, and results
 * of fast and slow times must not be compared as if systems differed. Used by one thread.
 */
public final class MachineIndex {
  private static final long DURATION_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** In it the loop is compiled, even on a machine that is not idle. */
  private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Some microseconds: much less than the time for which others usually use a core. */
  private static final int ROUNDS_OF_A_BLOCK = 5_000;

  /** On a machine that has no time for this process the first half second may have none. */
  private static final int MIN_BLOCKS = 100;

  private long number = 88_172_645_463_325_252L;

  /**
   * Rounds of a fixed loop of integer operations in a microsecond; takes half a second. The median
   * of many short blocks, since others may use the core in between.
   */
  public double measure() {
    List<Long> blocks = new ArrayList<>();
    long begin = System.nanoTime();
    long before = begin;
    while (before - begin < DURATION_NANOS || blocks.size() < MIN_BLOCKS) {
      block();
      long now = System.nanoTime();
      if (before - begin >= WARM_UP_NANOS) {
        blocks.add(now - before);
      }
      before = now;
    }
    blocks.sort(null);
    return 1000.0 * ROUNDS_OF_A_BLOCK / blocks.get(blocks.size() / 2);
  }

  /** Xorshift: each operation needs the result of the one before. */
  private void block() {
    long x = number;
    for (int round = 0; round < ROUNDS_OF_A_BLOCK; round++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    number = x;
  }
}
