package dev.scalelab.operator.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Converts weights to percents that add up to exactly 100: the largest remainders are rounded up.
 */
final class Percents {
  private Percents() {}

  /** With two decimals, by name. */
  static Map<String, Double> of(Map<String, Integer> weights) {
    List<String> names = List.copyOf(new TreeMap<>(weights).keySet());
    List<Integer> parts = parts(names.stream().map(weights::get).toList(), 10_000);
    Map<String, Double> percents = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      percents.put(names.get(i), parts.get(i) / 100.0);
    }
    return percents;
  }

  /** Whole percents of at least 1, in the order of up to 100 weights. */
  static List<Integer> whole(List<Integer> weights) {
    List<Integer> percents = new ArrayList<>(parts(weights, 100));
    for (int i = percents.indexOf(0); i >= 0; i = percents.indexOf(0)) {
      int largest = percents.indexOf(Collections.max(percents));
      percents.set(i, 1);
      percents.set(largest, percents.get(largest) - 1);
    }
    return percents;
  }

  /** As NAME=PERCENT pairs, 50 for 50.0. */
  static String text(Map<String, Double> percents) {
    return percents.entrySet().stream()
        .map(
            share ->
                share.getKey()
                    + "="
                    + BigDecimal.valueOf(share.getValue()).stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(","));
  }

  private static List<Integer> parts(List<Integer> weights, int total) {
    long sum = weights.stream().mapToLong(Integer::longValue).sum();
    Integer[] parts = new Integer[weights.size()];
    long[] remainders = new long[weights.size()];
    int given = 0;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = (int) (weights.get(i) * (long) total / sum);
      remainders[i] = weights.get(i) * (long) total % sum;
      given += parts[i];
    }
    List<Integer> byRemainder =
        IntStream.range(0, parts.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> -remainders[i]))
            .toList();
    for (int i = 0; i < total - given; i++) {
      parts[byRemainder.get(i)]++;
    }
    return List.of(parts);
  }
}
