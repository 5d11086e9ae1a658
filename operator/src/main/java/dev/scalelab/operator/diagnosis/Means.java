package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Means over rounds; a figure that one of them lacks has no mean. Loops rather than streams: most
 * of what a diagnosis allocated was streams of three rounds.
 */
final class Means {
  private Means() {}

  /** Null if a round lacks it. */
  static <T> Double of(List<T> rounds, Function<T, Double> figure) {
    double sum = 0;
    for (T round : rounds) {
      Double value = figure.apply(round);
      if (value == null) {
        return null;
      }
      sum += value;
    }
    return sum / rounds.size();
  }

  /** Of each entry that all rounds have. */
  static <T, V> Map<Place, V> ofEach(
      List<T> rounds, Function<T, Map<Place, V>> entries, Function<List<V>, V> mean) {
    Map<Place, V> means = new LinkedHashMap<>();
    for (Place place : entries.apply(rounds.get(0)).keySet()) {
      List<V> values = new ArrayList<>(rounds.size());
      for (T round : rounds) {
        V value = entries.apply(round).get(place);
        if (value != null) {
          values.add(value);
        }
      }
      if (values.size() == rounds.size()) {
        means.put(place, mean.apply(values));
      }
    }
    return means;
  }

  /** The mean of numbers; null if one is absent. */
  static Double ofNumbers(List<Double> values) {
    return of(values, value -> value);
  }
}
