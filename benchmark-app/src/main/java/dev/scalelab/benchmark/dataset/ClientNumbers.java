package dev.scalelab.benchmark.dataset;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The transactions in the databases to which load generators have given numbers: of each type and
 * generator 1, 2, 3 and so on, so that those that are missing are known.
 *
 * <p>A generator's number n is the UUID whose first half is n, mixed so that its bits look random,
 * and whose second half is {@value #MARK} and the number of the generator, 32 bits each.
 */
final class ClientNumbers {

  /** Enough for a person, and for those of a run with few failures. */
  private static final int MAX_LENGTH = 20_000;

  private static final long MARK = 0x5ca1e1abL;
  private static final int HALF = 32;

  private final Map<String, Map<Integer, OfGenerator>> found = new TreeMap<>();

  private static final class OfGenerator {
    private final BitSet numbers = new BitSet();
    private long twice;
  }

  /** Adds a transaction; its number is ignored if no load generator has given it. */
  void add(String type, UUID id) {
    if (id.getLeastSignificantBits() >>> HALF != MARK) {
      return;
    }
    long number = unmix(id.getMostSignificantBits());
    if (number < 1 || number > Integer.MAX_VALUE) {
      return;
    }
    OfGenerator own =
        found
            .computeIfAbsent(type, absent -> new TreeMap<>())
            .computeIfAbsent((int) id.getLeastSignificantBits(), absent -> new OfGenerator());
    if (own.numbers.get((int) number)) {
      own.twice++;
    }
    own.numbers.set((int) number);
  }

  /** As JSON: by type and generator the highest number, the missing ones below it, and doubles. */
  String json() {
    return found.entrySet().stream()
        .map(type -> "\"%s\":%s".formatted(type.getKey(), json(type.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(Map<Integer, OfGenerator> generators) {
    return generators.entrySet().stream()
        .map(own -> "\"%d\":%s".formatted(own.getKey(), json(own.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(OfGenerator own) {
    String missing = missing(own.numbers);
    return "{\"highest\":%d,\"missing\":%s,\"twice\":%d}"
        .formatted(
            own.numbers.length() - 1,
            missing.length() > MAX_LENGTH ? "null" : "\"" + missing + "\"",
            own.twice);
  }

  /** As in {@code 3,17-19}. */
  private static String missing(BitSet numbers) {
    StringBuilder ranges = new StringBuilder();
    for (int from = numbers.nextClearBit(1); from < numbers.length(); ) {
      int next = numbers.nextSetBit(from);
      ranges.append(ranges.isEmpty() ? "" : ",").append(from);
      if (next > from + 1) {
        ranges.append('-').append(next - 1);
      }
      from = numbers.nextClearBit(next);
    }
    return ranges.toString();
  }

  /** The inverse of SplittableRandom's mixing function, by which generators make their UUIDs. */
  static long unmix(long mixed) {
    long z = unshift(mixed, 31) * 0x319642b2d24d8ec3L;
    z = unshift(z, 27) * 0x96de1b173f119089L;
    return unshift(z, 30);
  }

  /** The number that gives this one by {@code z ^ (z >>> bits)}. */
  private static long unshift(long shifted, int bits) {
    long z = shifted;
    for (int done = bits; done < Long.SIZE; done += bits) {
      z = shifted ^ (z >>> bits);
    }
    return z;
  }
}
