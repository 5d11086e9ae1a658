package dev.scalelab.operator.diagnosis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Means over rounds; a figure that one of them lacks has no mean. */
final class Means {
  private Means() {}

  /** Null if a round lacks it. */
  static <T> Double of(List<T> rounds, Function<T, Double> figure) {
    List<Double> values = rounds.stream().map(figure).toList();
    return values.stream().anyMatch(Objects::isNull)
        ? null
        : (Double) values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** Of each entry that all rounds have. */
  static <T, V> Map<Place, V> ofEach(
      List<T> rounds, Function<T, Map<Place, V>> entries, Function<List<V>, V> mean) {
    Map<Place, V> means = new LinkedHashMap<>();
    for (Place place : entries.apply(rounds.get(0)).keySet()) {
      List<V> values = rounds.stream().map(round -> entries.apply(round).get(place)).toList();
      if (values.stream().noneMatch(Objects::isNull)) {
        means.put(place, mean.apply(values));
      }
    }
    return means;
  }

  /** The mean of numbers; null if one is absent. */
  static Double ofNumbers(Collection<Double> values) {
    return of(List.copyOf(values), value -> value);
  }
}
