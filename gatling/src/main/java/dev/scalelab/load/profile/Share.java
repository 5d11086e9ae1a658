package dev.scalelab.load.profile;

/**
 * The part of a run that one of several load generators drives: every so-many-th of the things
 * numbered from 0, so that the parts together are exactly the whole and no two have anything in
 * common.
 *
 * @param number which generator, from 0
 * @param parts how many generators there are, 1 or more
 */
public record Share(int number, int parts) {
  /** All of it, for a generator that is alone. */
  public static final Share WHOLE = new Share(0, 1);

  public Share {
    if (number < 0 || number >= parts) {
      throw new IllegalArgumentException("part " + number + " of " + parts);
    }
  }

  /** Whether there are no other parts. */
  public boolean isWhole() {
    return parts == 1;
  }

  /** Whether the thing of that number is in this part. */
  public boolean holds(long thing) {
    return thing % parts == number;
  }

  /** How many of the first {@code things} are in this part. */
  public long countOf(long things) {
    return (things - number + parts - 1) / parts;
  }

  /** Number, in the whole, of the thing at that place, from 0, in this part. */
  public long nth(long place) {
    return number + place * parts;
  }

  /** Place, from 0, in this part of the thing of that number in the whole, which it holds. */
  public long placeOf(long thing) {
    return thing / parts;
  }

  /** This part's share of a limit, rounded up: the same for every part. */
  public int ofLimit(int limit) {
    return (int) (((long) limit + parts - 1) / parts);
  }
}
