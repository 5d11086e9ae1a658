package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Means over rounds; a figure that is missing in one of them has no mean. Loops over indices, and
 * numbers that are not boxed: most of what a diagnosis allocated was streams and iterators of three
 * rounds.
 */
final class Means {
  private Means() {}

  /** Null if a round does not have it. */
  static <T> Double of(List<T> rounds, Function<T, Double> figure) {
    double sum = 0;
    for (int i = 0; i < rounds.size(); i++) {
      Double value = figure.apply(rounds.get(i));
      if (value == null) {
        return null;
      }
      sum += value;
    }
    return sum / rounds.size();
  }

  /** Of a figure that every round has. */
  static <T> double ofKnown(List<T> rounds, ToDoubleFunction<T> figure) {
    double sum = 0;
    for (int i = 0; i < rounds.size(); i++) {
      sum += figure.applyAsDouble(rounds.get(i));
    }
    return sum / rounds.size();
  }

  /** Of each resource whose figure all rounds have. */
  static <T, V extends Placed> List<V> ofPlaces(
      List<T> rounds, Function<T, List<V>> figures, Function<List<V>, V> mean) {
    List<V> first = figures.apply(rounds.get(0));
    if (first.isEmpty()) {
      return List.of();
    }
    List<V> means = new ArrayList<>(first.size());
    List<V> values = new ArrayList<>(rounds.size());
    for (int place = 0; place < first.size(); place++) {
      values.clear();
      for (int i = 0; i < rounds.size(); i++) {
        V value = Placed.of(first.get(place).place(), figures.apply(rounds.get(i)));
        if (value != null) {
          values.add(value);
        }
      }
      if (values.size() == rounds.size()) {
        means.add(mean.apply(values));
      }
    }
    return means;
  }

  /** Of each entry that all rounds have. */
  static <T, K, V> Map<K, V> ofEach(
      List<T> rounds, Function<T, Map<K, V>> entries, Function<List<V>, V> mean) {
    Set<K> keys = entries.apply(rounds.get(0)).keySet();
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<K, V> means = new LinkedHashMap<>(2 * keys.size());
    List<V> values = new ArrayList<>(rounds.size());
    for (K key : keys) {
      values.clear();
      for (int i = 0; i < rounds.size(); i++) {
        V value = entries.apply(rounds.get(i)).get(key);
        if (value != null) {
          values.add(value);
        }
      }
      if (values.size() == rounds.size()) {
        means.put(key, mean.apply(values));
      }
    }
    return means;
  }

  /** The mean of numbers; null if one is absent. */
  static Double ofNumbers(List<Double> values) {
    return of(values, value -> value);
  }
}
