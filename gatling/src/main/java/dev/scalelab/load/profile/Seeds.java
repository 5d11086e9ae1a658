package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/** Independent random streams from one seed. */
final class Seeds {
  /** Stream that orders the transaction types. */
  static final int MIX = 1;

  /** Stream that chooses items and books. */
  static final int DATA = 2;

  /** Stream of the pauses between a user's transactions. */
  static final int PAUSES = 3;

  /** Stream that orders the configurations of cells. */
  static final int CONFIGURATIONS = 4;

  /** Order of the customers of a constant stream of transactions. */
  static final int STREAM = 5;

  /** Stream that chooses which new orders are large. */
  static final int LARGE_ORDERS = 6;

  /** Stream that chooses the items that production lines make. */
  static final int WORK_ORDERS = 7;

  /** Stream that orders the kinds of client. */
  static final int CLIENT_KINDS = 8;

  /** Order in which customers are assigned. */
  static final int CUSTOMERS = 9;

  /** Order in which the orders of the initial dataset are assigned. */
  static final int ORDERS = 10;

  /** Order in which readers are assigned. */
  static final int READERS = 11;

  /** Stream that distributes random arrivals over seconds. */
  static final int SECONDS = 12;

  /** Stream of the moments of random arrivals within a second. */
  static final int MOMENTS = 13;

  private Seeds() {}

  /** A random generator that depends only on the three numbers. */
  static SplittableRandom random(long seed, int stream, long index) {
    // SplittableRandom's own increment would make neighbouring seeds overlap, so each number is
    // spread over all 64 bits first.
    return new SplittableRandom(mix(mix(mix(seed) + stream) + index));
  }

  /** Finaliser of MurmurHash3 in the variant of David Stafford (13), as in SplittableRandom. */
  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
