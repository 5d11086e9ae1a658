package dev.scalelab.operator.e2e;

import dev.scalelab.operator.api.WriteCount;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The numbers of carts that a load generator gives, so that a test can look for them by SQL. */
final class ClientCarts {
  private static final long MARK = 0x5ca1e1abL << 32;

  private ClientCarts() {}

  /** Those of the transactions of a kind that were acknowledged, of all load generators. */
  static Set<String> acknowledged(String kind, List<WriteCount> sent) {
    return sent.stream()
        .filter(own -> own.name().equals(kind))
        .flatMap(own -> acknowledged(own).stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> acknowledged(WriteCount sent) {
    Set<String> carts = carts(LongStream.rangeClosed(1, sent.numbered()), sent.generator());
    if (!sent.unacknowledged().isEmpty()) {
      Arrays.stream(sent.unacknowledged().split(","))
          .map(range -> carts(numbers(range), sent.generator()))
          .forEach(carts::removeAll);
    }
    return carts;
  }

  private static LongStream numbers(String range) {
    String[] ends = range.split("-");
    return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
  }

  private static Set<String> carts(LongStream numbers, int generator) {
    Set<String> carts = new HashSet<>();
    numbers.forEach(number -> carts.add(new UUID(mix(number), MARK | generator).toString()));
    return carts;
  }

  /** As the load generator mixes it, so that numbers look random. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
