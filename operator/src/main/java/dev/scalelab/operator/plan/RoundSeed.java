package dev.scalelab.operator.plan;

/**
 * The seed of a round's load. Each round has another one, so that rounds differ as users' days do;
 * all configurations have the same in the same round, so that their difference is not that of the
 * load.
 */
final class RoundSeed {
  private RoundSeed() {}

  /**
   * The seed of a round, by SplitMix64's mixing function (Steele, Lea and Flood 2014).
   *
   * @param seed spec.load.seed, which is that of the first round
   * @param round from 1
   */
  static long of(long seed, int round) {
    if (round == 1) {
      return seed;
    }
    long mixed = seed + (round - 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
