package dev.scalelab.load.profile;

/**
 * The part of a run that one of several load generators drives: every N-th of the objects numbered
 * from 0, so that the parts are disjoint and together exactly the whole.
 *
 * @param number number of the generator, from 0
 * @param parts number of generators, 1 or more
 */
public record Share(int number, int parts) {
  /** The whole, for a single generator. */
  public static final Share WHOLE = new Share(0, 1);

  public Share {
    if (number < 0 || number >= parts) {
      throw new IllegalArgumentException("part " + number + " of " + parts);
    }
  }

  /** Whether this is the only part. */
  public boolean isWhole() {
    return parts == 1;
  }

  /** Whether the object with that number is in this part. */
  public boolean holds(long thing) {
    return thing % parts == number;
  }

  /** The number of objects in this part among the first {@code things}. */
  public long countOf(long things) {
    return (things - number + parts - 1) / parts;
  }

  /** Number, in the whole, of the object with that index, from 0, in this part. */
  public long nth(long place) {
    return number + place * parts;
  }

  /**
   * Index, from 0, in this part of the object with that number in the whole; the part must contain
   * it.
   */
  public long placeOf(long thing) {
    return thing / parts;
  }

  /** This part's portion of a limit, rounded up: the same for every part. */
  public int ofLimit(int limit) {
    return (int) (((long) limit + parts - 1) / parts);
  }
}
